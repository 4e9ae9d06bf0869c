/** Loading placeholder; `className` sets its size. */
export const Skeleton = ({ className = 'h-6' }: { className?: string }) => (
  <div aria-hidden="true" className={`animate-pulse rounded-md bg-sand ${className}`} />
)
