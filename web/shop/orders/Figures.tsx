import { formatDollars } from '#contract/money.ts'

type Props = { label: string; cents: number }

/** An amount of an order, in cents, with its label, or the words that stand for an amount that is not known yet. */
export const Figure = ({ label, cents }: { label: string; cents: number | string }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{label}</dt>
    <dd>{typeof cents === 'string' ? cents : formatDollars(cents)}</dd>
  </div>
)

/** The total of an order, in cents. */
export const Total = ({ label, cents }: Props) => (
  <div className="flex justify-between gap-4 border-t border-line pt-4 text-lg font-semibold">
    <dt>{label}</dt>
    <dd>{formatDollars(cents)}</dd>
  </div>
)
