import { formatMoment } from '#contract/dates.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import type { UnmatchedWithdrawal } from '../admin-contract.ts'
import { useCloseWithdrawalMutation } from './adminReturnsApi.ts'
import { RETURN, UNMATCHED } from './texts.ts'

/** A withdrawal that names no order: what was typed, and how the seller looks into it. */
export function UnmatchedCard({ one: { _id, name, order, email, receivedAt } }: { one: UnmatchedWithdrawal }) {
  const { timeZone } = useShop()
  const [close, { isLoading, error, reset }] = useCloseWithdrawalMutation()
  return (
    <div className="grid gap-3">
      <h2 className="text-xl break-words">{name}</h2>
      <p className="wrap-anywhere">
        <a href={`mailto:${email}`}>{email}</a>
        <span className="block">{UNMATCHED.typed(order)}</span>
      </p>
      <p className="text-sm text-muted tabular-nums">{RETURN.arrived(formatMoment(receivedAt, timeZone))}</p>
      <p className="max-w-prose text-sm text-muted">{UNMATCHED.about}</p>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink to={`/admin/orderlist?keyword=${encodeURIComponent(email)}`} variant="secondary">
          {UNMATCHED.find}
        </ButtonLink>
        <Button
          variant="quiet"
          isBusy={isLoading}
          aria-label={UNMATCHED.doneNamed(name)}
          onClick={() => void close(_id)}
        >
          {UNMATCHED.done}
        </Button>
      </div>
    </div>
  )
}
