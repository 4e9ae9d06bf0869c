import { itemName } from '#contract/order-items.ts'
import type { Order } from '#contract/orders.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import type { OwnReturn } from '../contract.ts'
import { ReturnForm } from './ReturnForm.tsx'
import { useOrderReturnsQuery } from './returnsApi.ts'
import { ORDER_RETURNS } from './texts.ts'

/** The returns of an order, and how its buyer asks for one; nothing where there is neither. */
export default function OrderReturns({ order }: { order: Order }) {
  const { currentData: data } = useOrderReturnsQuery(order._id, { refetchOnMountOrArgChange: true })
  if (!data || (data.returns.length === 0 && !data.offer)) return null
  return (
    <section aria-label={ORDER_RETURNS.title} className="grid gap-4 print:hidden">
      {data.returns.map((one) => (
        <ReturnNotice key={one._id} order={order} one={one} />
      ))}
      {data.offer && <ReturnForm order={order} offer={data.offer} />}
    </section>
  )
}

const KINDS = {
  asked: 'info',
  accepted: 'success',
  refused: 'warning',
  refunded: 'success',
  exchanged: 'success',
} as const

/** Where a return stands, and the seller's words. */
function ReturnNotice({ order, one: { kind, state, items, answer } }: { order: Order; one: OwnReturn }) {
  const { voice } = useShop()
  const pieces = items.flatMap(({ line, qty }) => {
    const item = order.orderItems.find((candidate) => candidate.line === line)
    return item ? `${qty} × ${itemName(item)}` : []
  })
  return (
    <Alert kind={KINDS[state]}>
      <p>{(state === 'asked' ? ORDER_RETURNS.asked[kind] : ORDER_RETURNS.states[state])[voice]}</p>
      <p className="text-sm wrap-anywhere">{pieces.join(', ')}</p>
      {answer && <p className="whitespace-pre-line wrap-anywhere">{answer}</p>}
    </Alert>
  )
}
