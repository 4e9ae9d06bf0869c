/** Stars out of five, read out by the label. */
export const Stars = ({ stars, label }: { stars: number; label: string }) => (
  <span role="img" aria-label={label} className="text-accent">
    {'★'.repeat(stars)}
    <span className="text-line">{'★'.repeat(5 - stars)}</span>
  </span>
)
