import { dayOf } from '#contract/dates.ts'
import { dueWords } from '#web/admin/orders/order-warnings.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { counted } from '#web/texts/admin.ts'
import { Link } from '#web/ui/Link.tsx'
import type { Dashboard, OrderedPiece } from '../../contract/dashboard.ts'
import { Section } from './Section.tsx'
import { TO_MAKE } from './texts.ts'

/** What was ordered and is to be made, with the answers of the buyers and the day; nothing without any. */
export const ToMake = ({ toMake: { count, next } }: Pick<Dashboard, 'toMake'>) =>
  count > 0 && (
    <Section title={TO_MAKE.title} aside={<span className="font-medium">{counted(count, 'product')}</span>}>
      <ul className="divide-y divide-line">
        {next.map((piece) => (
          <Piece key={`${piece._id} ${piece.line}`} piece={piece} />
        ))}
      </ul>
      {count > next.length && <p className="text-sm text-muted">{TO_MAKE.more(count - next.length)}</p>}
      <Link
        to={`/admin/picklist?ids=${[...new Set(next.map(({ _id }) => _id))].join(',')}`}
        className="-my-2 inline-flex min-h-11 items-center justify-self-start font-medium"
      >
        {TO_MAKE.pickList}
      </Link>
    </Section>
  )

function Piece({ piece: { _id, number, name, qty, answers, shipBy, way } }: { piece: OrderedPiece }) {
  const { timeZone } = useShop()
  const due = shipBy && dueWords(shipBy, dayOf(new Date(), timeZone), way)
  return (
    <li className="grid gap-0.5 py-2">
      <Link
        to={`/order/${_id}`}
        aria-label={TO_MAKE.openOrder(qty, name, number)}
        className="flex min-h-11 min-w-0 items-center font-medium wrap-anywhere"
      >
        {qty} × {name}
      </Link>
      {answers.map(({ label, answer }) => (
        <p key={label} className="wrap-anywhere whitespace-pre-line">
          <span className="text-sm text-muted">{label}:</span> <span className="text-lg">{answer}</span>
        </p>
      ))}
      <p className="text-sm text-muted">
        {TO_MAKE.order(number)}
        {due && <span className={due.isLate ? 'font-medium text-bad' : ''}>, {due.text}</span>}
      </p>
    </li>
  )
}
