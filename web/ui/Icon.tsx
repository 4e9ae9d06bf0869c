const PATHS = {
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14m5-2 4.5 4.5',
  bag: 'M5 8h14l1 12.5H4zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5',
  menu: 'M3.5 7h17m-17 5h17m-17 5h17',
  close: 'm5.5 5.5 13 13m0-13-13 13',
  down: 'm6 9.5 6 6 6-6',
  up: 'm6 14.5 6-6 6 6',
  left: 'm14.5 5-7 7 7 7',
  right: 'm9.5 5 7 7-7 7',
  pause: 'M8.5 5v14m7-14v14',
  play: 'M7.5 4.5v15l12-7.5z',
  check: 'm4.5 12.5 5 5 10-11',
  notice: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18m0-10v5.5m0-9v.1',
  mail: 'M3.5 5.5h17v13h-17zm0 1 8.5 7 8.5-7',
  camera: 'M3.5 7.5h4l1.5-2.5h6l1.5 2.5h4v12h-17zm8.5 9a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7',
  minus: 'M4.5 12h15',
  expand: 'M9 4H4v5m11-5h5v5M9 20H4v-5m11 5h5v-5',
  parcel: 'm3.5 7.5 8.5-4 8.5 4v9l-8.5 4-8.5-4zm0 0 8.5 4 8.5-4M12 11.5v9M7.8 5.5l8.4 4',
  plus: 'M12 4.5v15M4.5 12h15',
  sliders:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5m-7 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
} as const

type Props = { name: keyof typeof PATHS; className?: string }

/** A line drawing beside or instead of words; screen readers skip it. */
export const Icon = ({ name, className }: Props) => <LineDrawing path={PATHS[name]} className={className} />

/** The drawing of a path in a square of 24 by 24. */
export const LineDrawing = ({ path, className = 'size-5' }: { path: string; className?: string | undefined }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    className={`shrink-0 fill-none stroke-current ${className}`}
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={path} />
  </svg>
)
