import { dayOf, formatDay } from '#contract/dates.ts'
import { dueWords } from '#web/admin/orders/order-warnings.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { counted } from '#web/texts/admin.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { Dashboard } from '../../contract/dashboard.ts'
import { EmptyNote, Section } from './Section.tsx'
import { TO_SHIP } from './texts.ts'

/** The number of orders to ship and of late ones, and those to ship first. */
export function ToShip({ toShip: { count, late, toRefund, next } }: Pick<Dashboard, 'toShip'>) {
  const { timeZone } = useShop()
  return (
    <Section title={TO_SHIP.title} aside={<Count count={count} late={late} />}>
      {count === 0 ? (
        <EmptyNote>{TO_SHIP.nothing}</EmptyNote>
      ) : (
        <ul className="divide-y divide-line">
          {next.map(({ _id, number, name, pieces, totalPrice, paidAt, shipBy, way, isDemo }) => (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
              <div className="min-w-0 grow basis-48">
                <p className="font-medium break-words">
                  {number}, {name} {isDemo && <Badge kind="warning">{TO_SHIP.demo}</Badge>}
                </p>
                <p className="text-sm text-muted tabular-nums">
                  {TO_SHIP.facts(pieces, totalPrice, formatDay(paidAt, timeZone))}
                </p>
                {way === 'hand' && <p className="text-sm text-muted">{TO_SHIP.handOver}</p>}
                {shipBy && <Due {...dueWords(shipBy, dayOf(new Date(), timeZone), way)} />}
              </div>
              <ButtonLink to={`/order/${_id}`} variant="quiet" aria-label={TO_SHIP.openOrder(number)}>
                {TO_SHIP.open}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {toRefund > 0 && (
        <Link
          to="/admin/orderlist?delivery=refund"
          className="inline-flex min-h-11 items-center font-medium text-bad hover:text-bad"
        >
          {TO_SHIP.toRefund(toRefund)}
        </Link>
      )}
      {count > next.length && (
        <Link to="/admin/orderlist?delivery=waiting" className="inline-flex min-h-11 items-center font-medium">
          {TO_SHIP.all}
        </Link>
      )}
    </Section>
  )
}

const Due = ({ isLate, text }: ReturnType<typeof dueWords>) => (
  <p className={`text-sm ${isLate ? 'font-medium text-bad' : 'text-muted'}`}>{text}</p>
)

const Count = ({ count, late }: { count: number; late: number }) => (
  <span className="flex flex-wrap items-center gap-x-2 font-medium">
    {counted(count, 'order')}
    {late > 0 && <Badge kind="bad">{TO_SHIP.late(late)}</Badge>}
  </span>
)
