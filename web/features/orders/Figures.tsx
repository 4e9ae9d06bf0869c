import { formatDollars } from '#contract/money.ts'

type Props = { label: string; cents: number }

/** A line of what an order costs. */
export const Figure = ({ label, cents }: Props) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{label}</dt>
    <dd>{formatDollars(cents)}</dd>
  </div>
)

/** The line below which nothing is added any more. */
export const Total = ({ label, cents }: Props) => (
  <div className="flex justify-between gap-4 border-t border-line pt-4 text-lg font-semibold">
    <dt>{label}</dt>
    <dd>{formatDollars(cents)}</dd>
  </div>
)
