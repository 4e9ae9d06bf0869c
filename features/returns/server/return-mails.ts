import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { formatDollars } from '#contract/money.ts'
import type { ShownBuyer } from '#contract/orders.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { queueMails, uniqueKey } from '#server/platform/outbox/outbox.ts'
import { defineMessages } from '#server/shop/messages/added-messages.ts'
import { paragraphsOf } from '#server/shop/messages/email-layout.ts'
import { notice } from '#server/shop/messages/notice.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import { orderKeys, orderPath } from '#server/shop/orders/order-links.ts'
import { accountColumns, shownBuyer } from '#server/shop/orders/orders.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import type { ReturnKind } from '../contract.ts'
import { returnItems, returns } from '../schema.ts'
import { currentPolicy } from './policy.ts'
import { momentToTheSecond } from './seconds.ts'
import { RETURN_ACCEPTED, RETURN_ASKED, RETURN_EXCHANGED, RETURN_REFUSED, WITHDRAWAL_RECEIPT } from './texts.ts'

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

type MailedReturn = { number: number; kind: ReturnKind; askedAt: Date; answer: string | null; reason: string } & {
  buyer: ShownBuyer
  pieces: string
  exchangedFor: string | null
}

/** What messages say of a return; undefined when it is deleted. */
async function mailedReturn(db: Db, id: string): Promise<MailedReturn | undefined> {
  const pieces = sql<string>`(
    select string_agg(${returnItems.qty} || ' × ' || ${orderItems.name}, ', ' order by ${returnItems.line})
    from ${returnItems} join ${orderItems} on ${orderItems.orderId} = ${returnItems.orderId} and ${orderItems.line} = ${returnItems.line}
    where ${returnItems.returnId} = ${returns.id})`
  const { kind, askedAt, answer, reason, exchangedFor } = returns
  const [row] = await db
    .select({ number: orders.number, kind, askedAt, answer, reason, exchangedFor, pieces, account: accountColumns })
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
  const { number, pieces, buyer, reason } = mailed
  if (kind === 'return_asked') {
    if (!isSellerTold || !shop.email) return null
    return notice(shop, {
      to: shop.email,
      subject: RETURN_ASKED.subject[mailed.kind](number),
      paragraphs: [RETURN_ASKED.opening[mailed.kind](buyer.name, number), pieces, ...paragraphsOf(reason)],
      links: [{ href: `${shop.url}${orderPath(orderId)}`, text: RETURN_ASKED.link }],
    })
  }
  if (!buyer.email) return null
  if (kind === 'return_exchanged') return exchangeMessage(db, mailed, shop)
  const key = (await orderKeys(db, [orderId])).get(orderId)
  return notice(shop, {
    to: buyer.email,
    ...(await wordsToBuyer(db, kind, mailed, shop)),
    links: [{ href: `${shop.url}${orderPath(orderId, key)}`, text: RETURN_ACCEPTED.link }],
  })
}

/** Tells the buyer of the new order, and how to pay what is left; null when it is gone. */
async function exchangeMessage(db: Db, { buyer, pieces, exchangedFor }: MailedReturn, shop: Sender) {
  const { id, number, totalCents: cents, state } = orders
  const [order] = exchangedFor
    ? await db.select({ id, number, cents, state }).from(orders).where(eq(id, exchangedFor))
    : []
  if (!order) return null
  const key = (await orderKeys(db, [order.id])).get(order.id)
  const isPaid = order.state === 'paid'
  return notice(shop, {
    to: buyer.email,
    subject: RETURN_EXCHANGED.subject(order.number),
    paragraphs: [
      RETURN_EXCHANGED.opening(pieces, order.number),
      isPaid ? RETURN_EXCHANGED.paid : RETURN_EXCHANGED.toPay(formatDollars(order.cents)),
    ],
    links: [
      {
        href: `${shop.url}${orderPath(order.id, key)}`,
        text: isPaid ? RETURN_EXCHANGED.link : RETURN_EXCHANGED.pay,
      },
    ],
  })
}

type Words = { subject: string; paragraphs: string[] }

async function wordsToBuyer(
  db: Db,
  kind: Exclude<(typeof TO_BUYER)[number], 'return_exchanged'>,
  { number, pieces, askedAt, answer, kind: right }: MailedReturn,
  { voice, postalAddress, name }: Sender,
): Promise<Words> {
  if (kind === 'withdrawal_receipt') {
    const { timeZone } = await shopSettings(db)
    const { subject, opening, covers, confirms } = WITHDRAWAL_RECEIPT
    const moment = momentToTheSecond(askedAt, timeZone)
    return { subject: subject(number), paragraphs: [opening(number, name, moment), covers(pieces), confirms[voice]] }
  }
  const words = paragraphsOf(answer ?? '')
  if (kind === 'return_refused')
    return { subject: RETURN_REFUSED.subject(number), paragraphs: [RETURN_REFUSED.opening(number, name), ...words] }
  const { postage } = await currentPolicy(db)
  return {
    subject: RETURN_ACCEPTED.subject(number),
    paragraphs: [
      RETURN_ACCEPTED.opening(pieces),
      ...words,
      ...(postalAddress ? [RETURN_ACCEPTED.sendTo(postalAddress.split('\n').join(', '))] : []),
      RETURN_ACCEPTED.postage[postage],
      ...(right === 'withdrawal' ? [RETURN_ACCEPTED.withinDays] : []),
      RETURN_ACCEPTED.refund[voice],
    ],
  }
}
