import { encode } from 'uqr'

/** A QR code of an address, drawn here: no other server learns of it. The border is what cameras need around it. */
export function QrCode({ url, label }: { url: string; label: string }) {
  const { size, data } = encode(url, { border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-72 rounded-md bg-card text-ink"
    >
      <path fill="currentColor" d={squares.join('')} />
    </svg>
  )
}
