import { and, eq, isNull } from 'drizzle-orm'
import type { NewAddress } from '#contract/admin/orders.ts'
import type { Order, ShippedTo } from '#contract/orders.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Database } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { queueNewAddressMail } from '#server/shop/notifications/order-notifications.ts'
import { addressChanges, orders } from '#server/shop/schema/orders.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { orderById, shippedTo } from './orders.ts'
import { addressColumns } from './place-order.ts'
import { ORDERS } from './texts.ts'

/**
 * Changes where an order goes until it ships, keeps the former address and queues a message to the buyer. The amounts
 * of the order stay. Returns the order. Throws not_found, order_shipped, or address_changed when the address is neither
 * the one that was loaded nor the new one.
 */
export async function changeAddress(
  db: Database,
  id: string,
  addressChange: NewAddress & { by: string },
): Promise<Order> {
  const { shippingAddress, loaded, by } = addressChange
  await db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
      .for('no key update')
    if (!order) throw notFound(NOT_FOUND.order)
    if (order.deliveredAt) throw new AppError('order_shipped', ORDERS.addressTooLate)
    const former = oneLineOf(shippedTo(order))
    const values = addressColumns(shippingAddress)
    if (former === oneLineOf(shippedTo({ ...order, ...values }))) return
    if (former !== oneLineOf(loaded)) throw new AppError('address_changed', ORDERS.addressChanged)
    await tx.update(orders).set(values).where(eq(orders.id, id))
    const change = onlyRow(await tx.insert(addressChanges).values({ orderId: id, userId: by, former }).returning())
    await queueNewAddressMail(tx, id, change.id)
  })
  return orderById(db, id)
}

const oneLineOf = ({
  recipient,
  address,
  address2,
  city,
  state,
  postalCode,
  country,
  countryCode,
  phone,
}: ShippedTo) => {
  const abroad = countryCode ? [country, phone] : []
  return [recipient, address, address2, city, `${state} ${postalCode}`.trim(), ...abroad].filter(Boolean).join(', ')
}
