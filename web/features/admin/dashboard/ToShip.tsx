import { Link } from 'react-router'
import type { Dashboard } from '#contract/dashboard.ts'
import { formatDay } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { useShop } from '../../shop/shopApi.ts'
import { Nothing, Section } from './Section.tsx'
import { counted } from './words.ts'

/** What is paid and waits to be sent, the oldest first. */
export function ToShip({ toShip: { count, oldest } }: Pick<Dashboard, 'toShip'>) {
  const { timeZone } = useShop()
  return (
    <Section title="To ship" aside={<span className="font-medium">{counted(count, 'order')}</span>}>
      {count === 0 ? (
        <Nothing>Everything that is paid is on its way.</Nothing>
      ) : (
        <ul className="divide-y divide-line">
          {oldest.map(({ _id, number, name, pieces, totalPrice, paidAt, isDemo }) => (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
              <div className="min-w-0 grow basis-48">
                <p className="font-medium break-words">
                  {number}, {name} {isDemo && <Badge kind="warning">Demo</Badge>}
                </p>
                <p className="text-sm text-muted tabular-nums">
                  {counted(pieces, 'piece')}, {formatDollars(totalPrice)}, paid {formatDay(paidAt, timeZone)}
                </p>
              </div>
              <ButtonLink to={`/order/${_id}`} variant="quiet" aria-label={`Go To Order ${number}`}>
                Go To Order
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {count > oldest.length && (
        <Link to="/admin/orderlist" className="inline-flex min-h-11 items-center font-medium">
          All orders
        </Link>
      )}
    </Section>
  )
}
