import { formatDollars } from '#contract/money.ts'
import { PRICE } from '../texts/price.ts'

/** What something cost before, in cents, crossed out in front of its price; screen readers say "before". */
export const WasPrice = ({ cents }: { cents?: number | undefined }) =>
  cents ? (
    <>
      <s className="font-normal text-muted">
        <span className="sr-only">{PRICE.before} </span>
        {formatDollars(cents)}
      </s>{' '}
    </>
  ) : null
