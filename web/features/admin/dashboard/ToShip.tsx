import type { Dashboard } from '#contract/admin/dashboard.ts'
import { formatDay } from '#contract/dates.ts'
import { counted, TO_SHIP } from '../../../texts/admin.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { useShop } from '../../shop/use-shop.ts'
import { EmptyNote, Section } from './Section.tsx'

/** The paid orders to ship, oldest first. */
export function ToShip({ toShip: { count, oldest } }: Pick<Dashboard, 'toShip'>) {
  const { timeZone } = useShop()
  return (
    <Section title={TO_SHIP.title} aside={<span className="font-medium">{counted(count, 'order')}</span>}>
      {count === 0 ? (
        <EmptyNote>{TO_SHIP.nothing}</EmptyNote>
      ) : (
        <ul className="divide-y divide-line">
          {oldest.map(({ _id, number, name, pieces, totalPrice, paidAt, isDemo }) => (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
              <div className="min-w-0 grow basis-48">
                <p className="font-medium break-words">
                  {number}, {name} {isDemo && <Badge kind="warning">{TO_SHIP.demo}</Badge>}
                </p>
                <p className="text-sm text-muted tabular-nums">
                  {TO_SHIP.facts(pieces, totalPrice, formatDay(paidAt, timeZone))}
                </p>
              </div>
              <ButtonLink to={`/order/${_id}`} variant="quiet" aria-label={TO_SHIP.openOrder(number)}>
                {TO_SHIP.open}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {count > oldest.length && (
        <Link to="/admin/orderlist?delivery=waiting" className="inline-flex min-h-11 items-center font-medium">
          {TO_SHIP.all}
        </Link>
      )}
    </Section>
  )
}
