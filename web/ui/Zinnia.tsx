const PETALS = Array.from({ length: 8 }, (_, petal) => petal * 45)

/** The shop's flower, in the text color. */
export const Zinnia = ({ className }: { className: string }) => (
  <svg aria-hidden="true" viewBox="-16 -16 32 32" className={`shrink-0 fill-current ${className}`}>
    {PETALS.map((turn) => (
      <path key={turn} d="M0-4.6C3.8-7 4-12.6 0-15.4-4-12.6-3.8-7 0-4.6" transform={`rotate(${turn})`} />
    ))}
    <circle r="2.6" />
  </svg>
)
