import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { queueMails, uniqueKey } from '#server/platform/outbox/outbox.ts'
import { defineMessages } from '#server/shop/messages/added-messages.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import { orderKeys, orderPath } from '#server/shop/orders/order-links.ts'
import { accountColumns, shownBuyer } from '#server/shop/orders/orders.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { returns } from '../schema.ts'
import { piecesOfReturn } from './pieces.ts'
import { currentPolicy } from './policy.ts'
import {
  type MailedReturn,
  returnAcceptedEmail,
  returnAskedEmail,
  returnExchangedEmail,
  returnRefusedEmail,
  withdrawalReceiptEmail,
} from './return-emails.ts'

const TO_BUYER = ['withdrawal_receipt', 'return_accepted', 'return_refused', 'return_exchanged'] as const
const TO_SELLER = ['return_asked'] as const
type ReturnMailKind = (typeof TO_BUYER)[number] | (typeof TO_SELLER)[number]

type About = { orderId: string; returnId: string }

/** Queues messages about a return. They are written, and their recipient read, when they are sent. */
export const queueReturnMails = (tx: Db, kinds: readonly ReturnMailKind[], about: About) =>
  queueMails(
    tx,
    kinds.map((kind) => ({ kind, dedupeKey: uniqueKey(kind), payload: about })),
  )

const aboutReturn = {
  payload: z.object({ orderId: z.uuid(), returnId: z.uuid() }),
  compose: (db: Db, mail: { kind: string; payload: About }, shop: Sender, wantsOrderMails: boolean) =>
    returnMessage(db, mail.kind as ReturnMailKind, mail.payload, wantsOrderMails, shop),
}

/** The messages about returns. Buyers of paid orders get them, and nothing that a stranger has typed. */
export const returnMessages = [
  defineMessages({
    ...aboutReturn,
    kinds: TO_BUYER,
    audience: 'address',
    addressOf: async (db, { returnId }) => (await mailedReturn(db, returnId))?.buyer.email || undefined,
  }),
  defineMessages({ ...aboutReturn, kinds: TO_SELLER, audience: 'shop' }),
]

/** What messages say of a return; undefined when it is deleted. */
async function mailedReturn(db: Db, id: string): Promise<Exchanged | undefined> {
  const { kind, askedAt, answer, reason, exchangedFor } = returns
  const [row] = await db
    .select({
      number: orders.number,
      kind,
      askedAt,
      answer,
      reason,
      exchangedFor,
      pieces: piecesOfReturn,
      account: accountColumns,
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(returns.id, id))
  if (!row) return undefined
  const { account, ...mailed } = row
  return { ...mailed, buyer: shownBuyer(account) }
}

/** Writes a message about a return as it is now; null without a return or a recipient. */
async function returnMessage(
  db: Db,
  kind: ReturnMailKind,
  { orderId, returnId }: About,
  isSellerTold: boolean,
  shop: Sender,
): Promise<Message | null> {
  const mailed = await mailedReturn(db, returnId)
  if (!mailed) return null
  if (kind === 'return_asked')
    return isSellerTold && shop.email
      ? returnAskedEmail(shop.email, mailed, `${shop.url}${orderPath(orderId)}`, shop)
      : null
  if (!mailed.buyer.email) return null
  if (kind === 'return_exchanged') return exchangeMessage(db, mailed, shop)
  const key = (await orderKeys(db, [orderId])).get(orderId)
  const link = `${shop.url}${orderPath(orderId, key)}`
  if (kind === 'return_refused') return returnRefusedEmail(mailed, link, shop)
  return kind === 'return_accepted'
    ? returnAcceptedEmail(mailed, link, (await currentPolicy(db)).postage, shop)
    : withdrawalReceiptEmail(mailed, link, (await shopSettings(db)).timeZone, shop)
}

type Exchanged = MailedReturn & { exchangedFor: string | null }

/** Tells the buyer of the new order, and how to pay what is left; null when it is gone. */
async function exchangeMessage(db: Db, { exchangedFor, ...mailed }: Exchanged, shop: Sender) {
  if (!exchangedFor) return null
  const { id, number, totalCents, state } = orders
  const [order] = await db.select({ id, number, totalCents, state }).from(orders).where(eq(id, exchangedFor))
  if (!order) return null
  const key = (await orderKeys(db, [order.id])).get(order.id)
  const left = order.state === 'paid' ? 0 : order.totalCents
  return returnExchangedEmail(mailed, { number: order.number, left }, `${shop.url}${orderPath(order.id, key)}`, shop)
}
