import { formatDay } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { useDisputesQuery } from './moneyApi.ts'
import { DISPUTE } from './texts.ts'

/** What the seller has to do or know about disputes of an order; nothing without any that matters. */
export function DisputePanel({ order: { _id: id, isPaid } }: { order: Order }) {
  const { timeZone } = useShop()
  const { data = [] } = useDisputesQuery(id, { skip: !isPaid, refetchOnMountOrArgChange: true })
  return data.map(({ _id, amount, state, dueAt }) => {
    const sentence = DISPUTE.states[state](formatDollars(amount), dueAt && formatDay(dueAt, timeZone))
    const isWaiting = state === 'open' || state === 'inquiry'
    return (
      sentence && (
        <Alert key={_id} kind={isWaiting ? 'warning' : 'info'}>
          <strong className="block font-semibold">{DISPUTE.title}</strong>
          {sentence}
        </Alert>
      )
    )
  })
}
