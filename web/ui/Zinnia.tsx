import { FLOWER } from '#contract/look-choices.ts'

/** The shop's flower, in the text color. */
export const Zinnia = ({ className }: { className: string }) => (
  <svg aria-hidden="true" viewBox="-16 -16 32 32" className={`shrink-0 fill-current ${className}`}>
    {FLOWER.turns.map((turn) => (
      <path key={turn} d={FLOWER.petal} transform={`rotate(${turn})`} />
    ))}
    <circle r={FLOWER.center} />
  </svg>
)
