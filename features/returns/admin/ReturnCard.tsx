import type { ReactNode } from 'react'
import { formatMoment } from '#contract/dates.ts'
import { itemName } from '#contract/order-items.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { AdminReturn } from '../admin-contract.ts'
import { AnswerReturn } from './AnswerReturn.tsx'
import { RETURN } from './texts.ts'

const BADGES = {
  asked: 'warning',
  accepted: 'good',
  refused: 'neutral',
  refunded: 'neutral',
  exchanged: 'neutral',
} as const

/** A return: of what, by which right, in time or not, and what the seller does next. `title` names it on its screen. */
export function ReturnCard({ one, title }: { one: AdminReturn; title: ReactNode }) {
  const { kind, state, items, wish, reason, answer, answeredAt, exchange } = one
  const { timeZone } = useShop()
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {title}
          <Badge kind={BADGES[state]}>{RETURN.states[state]}</Badge>
        </div>
        <p className="text-sm text-muted tabular-nums">{whenOf(one, timeZone)}</p>
      </div>
      <ul className="grid gap-2">
        {items.map((item) => (
          <li key={item.line} className="wrap-anywhere">
            {item.qty} × {itemName(item)}
            {item.answers && <span className="block text-sm text-warning">{RETURN.exempt}</span>}
          </li>
        ))}
      </ul>
      {wish === 'exchange' && <p className="font-medium">{RETURN.wish[wish]}</p>}
      {reason && <p className="max-w-prose whitespace-pre-line wrap-anywhere">{reason}</p>}
      {answeredAt && (
        <div className="rounded-md bg-sand px-4 py-3 wrap-anywhere">
          {answer && <p className="whitespace-pre-line">{answer}</p>}
          <p className="text-sm text-muted">
            {RETURN.answered(
              RETURN.states[state === 'refused' ? 'refused' : 'accepted'],
              formatMoment(answeredAt, timeZone),
            )}
          </p>
        </div>
      )}
      {exchange && (
        <p>
          <Link to={`/order/${exchange._id}`}>{RETURN.exchangedFor(exchange.number)}</Link>,{' '}
          {exchange.isPaid ? RETURN.paid : RETURN.unpaid}
          <span className="block text-sm text-muted">{RETURN.countsThere}</span>
        </p>
      )}
      {kind === 'withdrawal' && (state === 'asked' || state === 'accepted') && (
        <p className="text-sm text-muted">{RETURN.law}</p>
      )}
      {state === 'accepted' && <Next one={one} />}
      {(state === 'asked' || state === 'accepted') && <AnswerReturn key={state} one={one} />}
    </div>
  )
}

/** When it was asked for, and whether that was in time. */
function whenOf({ kind, askedAt, lastDay, isLate }: AdminReturn, timeZone: string) {
  const moment = formatMoment(askedAt, timeZone)
  const inTime = lastDay ? (isLate ? RETURN.late : RETURN.until)(lastDay) : RETURN.notArrived
  return `${kind === 'withdrawal' ? RETURN.arrived(moment) : RETURN.asked(moment)}, ${inTime}.`
}

/** The refund form with these pieces, and the exchange: first what the buyer asked for. */
const Next = ({ one: { _id, order, items, wish } }: { one: AdminReturn }) => {
  const isExchange = wish === 'exchange'
  return (
    <div className={`flex flex-wrap items-center gap-x-6 gap-y-2 ${isExchange ? 'flex-row-reverse justify-end' : ''}`}>
      <ButtonLink
        to={`/order/${order._id}?refund=${unitsInAddress(items)}#refund`}
        variant={isExchange ? 'quiet' : 'primary'}
      >
        {RETURN.refund}
      </ButtonLink>
      <ButtonLink to={`/admin/returns/${_id}/exchange`} variant={isExchange ? 'primary' : 'quiet'}>
        {RETURN.exchange}
      </ButtonLink>
    </div>
  )
}

/** `1x2,3x1`: units by the lines of the order, as many as are left to refund. */
const unitsInAddress = (items: AdminReturn['items']) =>
  items
    .filter(({ left }) => left > 0)
    .map(({ line, qty, left }) => `${line}x${Math.min(qty, left)}`)
    .join(',')
