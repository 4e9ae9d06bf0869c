// An exchange: the units of an accepted return pay for a new order, and its buyer pays the difference by its link.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { addOrderIn, manualQuote } from '#server/shop/fulfillment/manual-orders.ts'
import { shippedTo } from '#server/shop/orders/orders.ts'
import { refundWithoutCard, worthOfUnits } from '#server/shop/payments/refunds.ts'
import { orders } from '#server/shop/schema/orders.ts'
import type { AdminReturn, ExchangeItems, ExchangeQuote, NewExchange } from '../admin-contract.ts'
import { returns } from '../schema.ts'
import { adminReturn } from './admin-returns.ts'
import { lockOrder } from './open-returns.ts'
import { queueReturnMails } from './return-mails.ts'
import { RETURNS } from './texts.ts'

/** What an exchange would cost its buyer. Throws not_found, request_answered, or as `manualQuote` does. */
export async function exchangeQuote(db: Db, id: string, exchangeItems: ExchangeItems): Promise<ExchangeQuote> {
  const { figures, left } = await pricedExchange(db, requireExchangeable(await adminReturn(db, id)), exchangeItems)
  return { figures, left }
}

/**
 * Exchanges an accepted return for a new order of the same buyer, in one transaction, and emails its link. An order with
 * nothing left to pay is stored as paid. Throws not_found, request_answered, or as `addOrder` and `refundOrder` do.
 */
export const exchangeReturn = (
  db: Db,
  id: string,
  { restock, totalPrice, ...exchangeItems }: NewExchange,
  addedBy: { by: string; actor: string },
): Promise<AdminReturn> =>
  db.transaction(async (tx) => {
    await lockOrder(tx, (await adminReturn(tx, id)).order._id)
    const accepted = requireExchangeable(await adminReturn(tx, id))
    const { order, buyer, items } = accepted
    const { oldOrder, figures } = await pricedExchange(tx, accepted, exchangeItems)
    const isPaid = figures.totalPrice === 0
    const newOrder = {
      key: randomUUID(),
      ...{ orderItems: exchangeItems.orderItems, discount: figures.discount, totalPrice },
      buyer: { name: buyer.name, email: buyer.email ?? '' },
      delivery: isSent(oldOrder)
        ? { by: 'shipping' as const, shippingAddress: shippedTo(oldOrder), price: exchangeItems.shipping }
        : { by: 'hand' as const, ...(!isPaid && { whenPaid: true as const }) },
      ...(isPaid && { payment: { paidBy: 'other' as const, note: RETURNS.exchangeNote(order.number) } }),
      emails: Boolean(buyer.email),
      note: RETURNS.exchangeNote(order.number),
      confirmsPrice: true,
    }
    const exchangedFor = await addOrderIn(tx, newOrder, { ...addedBy, buyerId: oldOrder.userId })
    if (restock) {
      const restockedUnits = items.map(({ line, qty }) => ({ line, qty: 0, restock: qty }))
      await refundWithoutCard(tx, {
        ...{ orderId: order._id, items: restockedUnits, restock: false },
        ...{ requestedBy: addedBy.by, reason: RETURNS.exchangeNote(order.number) },
      })
    }
    await tx.update(returns).set({ exchangedFor }).where(eq(returns.id, id))
    await queueReturnMails(tx, ['return_exchanged'], { orderId: order._id, returnId: id })
    return adminReturn(tx, id)
  })

/** Throws request_answered unless the return is accepted, and neither refunded nor exchanged. */
function requireExchangeable(found: AdminReturn): AdminReturn {
  const { state, exchange } = found
  if (exchange) throw new AppError('request_answered', RETURNS.exchanged(exchange.number))
  if (state === 'asked') throw new AppError('request_answered', RETURNS.notAccepted)
  if (state !== 'accepted') throw new AppError('request_answered', RETURNS.answered)
  return found
}

type OldOrder = typeof orders.$inferSelect

/** Whether it went to an address; else it was handed over or collected, and so is what it is exchanged for. */
const isSent = ({ address }: OldOrder) => address !== ''

/** The order before, and the price of the new one, less what the returned units are worth. */
async function pricedExchange(db: Db, { order, items }: AdminReturn, { orderItems, shipping }: ExchangeItems) {
  const [oldOrder] = await db.select().from(orders).where(eq(orders.id, order._id))
  if (!oldOrder) throw new AppError('request_answered', RETURNS.answered)
  const units = items.map(({ line, qty, left }) => ({ line, qty: Math.min(qty, left), restock: 0 }))
  const worth = await worthOfUnits(db, order._id, units)
  const delivery = isSent(oldOrder)
    ? { by: 'shipping' as const, ...shippedTo(oldOrder), price: shipping }
    : { by: 'hand' as const }
  const { totalPrice } = await manualQuote(db, { orderItems, delivery })
  const discount = Math.min(worth, totalPrice)
  return { oldOrder, figures: await manualQuote(db, { orderItems, delivery, discount }), left: worth - discount }
}
