import { useEffect } from 'react'
import { itemName } from '#contract/order-items.ts'
import { isNotFound } from '#web/shop/layout/LoadFailure.tsx'
import { PAY_HASH, useOrderQuery } from '#web/shop/orders/ordersApi.ts'
import type { CartItem } from '#web/shop/visitor/cart.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { forgetUnpaidOrder, type UnpaidOrder, useUnpaidOrders } from '#web/shop/visitor/unpaid-orders.ts'
import { CART } from '#web/texts/checkout.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Link } from '#web/ui/Link.tsx'

type Props = { items: readonly CartItem[] }

/**
 * The orders that the user has placed with this cart and not paid, each with the way to its payment. They are shown as
 * the browser remembers them, at once, and go when the shop says that they are paid, canceled or deleted.
 */
export function UnpaidOrders({ items }: Props) {
  const userId = useAppSelector(({ session }) => session.user?._id)
  const orders = useUnpaidOrders(userId)
  return orders.map((order) => <UnpaidNotice key={order.id} order={order} items={items} />)
}

function UnpaidNotice({ order: { id, number, products }, items }: Props & { order: UnpaidOrder }) {
  const { data, error } = useOrderQuery(id, { refetchOnMountOrArgChange: true })
  const isOver = data ? data.isPaid || Boolean(data.canceledAt) || data.orderItems.length === 0 : isNotFound(error)
  useEffect(() => {
    if (isOver) forgetUnpaidOrder(id)
  }, [isOver, id])
  if (isOver) return null
  const orderedProducts = data?.orderItems.map(({ product }) => product) ?? products
  const names = items.filter(({ product }) => orderedProducts.includes(product)).map(itemName)
  return (
    <Alert kind="info">
      <p>
        <strong className="font-medium">{CART.unpaid(number)}</strong>{' '}
        <Link to={`/order/${id}${PAY_HASH}`}>{CART.payUnpaid(number)}</Link>
      </p>
      {names.length > 0 && <p>{CART.inUnpaid(names)}</p>}
    </Alert>
  )
}
