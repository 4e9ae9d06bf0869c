// Writes queued messages from the data at the time of sending.
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Look } from '#contract/admin/look.ts'
import type { SettingValues } from '#contract/admin/settings.ts'
import type { Order } from '#contract/orders.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { createEmailCode } from '#server/shop/accounts/email-codes.ts'
import { createResetToken } from '#server/shop/accounts/reset-links.ts'
import { openAlerts } from '#server/shop/alerts/alerts.ts'
import { prepareLook } from '#server/shop/look/looks.ts'
import type { AccountFacts, AccountMailKind, QueuedMail } from '#server/shop/notifications/kinds.ts'
import { guestOrdersOf, nextOrderKey, orderKeys, orderPath } from '#server/shop/orders/order-links.ts'
import { recordedOrder, recordedOrders } from '#server/shop/orders/orders.ts'
import { wordsOf } from '#server/shop/payments/discrepancy-texts.ts'
import { refundedParts, refundedUnits } from '#server/shop/payments/refunded-units.ts'
import { isToShip, orderDelays, orders } from '#server/shop/schema/orders.ts'
import { discrepancies, paymentAttempts, refunds } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'
import { signedLink } from '#server/shop/secrets/signed-links.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import {
  addressChangedEmail,
  addressChangingEmail,
  addressRegisteredEmail,
  addressSetEmail,
  dataDeletedEmail,
  orderClaimedEmail,
  passwordChangedEmail,
  resetLinkEmail,
} from './account-messages.ts'
import type { AddedMail } from './added-messages.ts'
import {
  alertEmail,
  canceledOrderEmail,
  cancelRequestEmail,
  moneyWantedEmail,
  newOrderEmail,
  paymentsToCheckEmail,
  testEmail,
} from './admin-messages.ts'
import {
  canceledEmail,
  declinedCancelEmail,
  delayEmail,
  newAddressEmail,
  receiptEmail,
  refundEmail,
  shippedEmail,
} from './buyer-messages.ts'
import { mailDesign } from './design.ts'
import { emailCodeEmail, type LinkWords, orderLinksEmail, placedWords } from './link-messages.ts'
import { endUrl, hasOptedOut } from './optional-emails.ts'
import { withoutTypedWords } from './order-email.ts'
import { addressOfAdded, type Recipient } from './recipients.ts'
import type { MailedOrder, Sender } from './sender.ts'
import { NEW_ADDRESS } from './texts.ts'

type ComposeContext = { db: Db; shopUrl: string }

/**
 * What several messages are written from, read once for all of them: the shop's settings and look, and the orders by
 * id.
 */
export type MailSubjects = { settings: SettingValues; look: Look; orders: Map<string, MailedOrder> }

/** Reads what claimed messages are about. */
export async function mailSubjects(db: Db, mails: { payload: unknown }[]): Promise<MailSubjects> {
  const ids = mails.flatMap(({ payload }) => AboutOrder.safeParse(payload).data?.orderId ?? [])
  const [settings, look, ordersOfMails] = await Promise.all([
    shopSettings(db),
    prepareLook(db)(),
    recordedOrders(db, ids),
  ])
  const keys = await guestKeys(db, ordersOfMails)
  return {
    settings,
    look,
    orders: new Map(ordersOfMails.map((order) => [order._id, { ...order, key: keys.get(order._id) }])),
  }
}

/** The keys of those orders that guests placed. */
const guestKeys = (db: Db, guestOrders: Order[]) =>
  orderKeys(
    db,
    guestOrders.flatMap(({ _id, user }) => (user.isGuest ? _id : [])),
  )

/** The shop as the sender of messages. */
export function senderOf({ settings, look }: Pick<MailSubjects, 'settings' | 'look'>, url: string): Sender {
  const { name, email, voice, thanks, postalAddress } = settings
  return { name, url, email, voice, thanks, postalAddress, design: mailDesign(look, { name, url }) }
}

const AboutOrder = z.object({ orderId: z.uuid() })

/** The order of a message. Throws not_found. */
function orderOf({ orders }: MailSubjects, id: string): MailedOrder {
  const order = orders.get(id)
  if (!order) throw notFound(NOT_FOUND.order)
  return order
}

const TO_BUYER = {
  receipt: receiptEmail,
  cancelled: canceledEmail,
  cancel_declined: declinedCancelEmail,
  readdressed: newAddressEmail,
}
const TO_SHOP = {
  new_order: newOrderEmail,
  cancelled_order: canceledOrderEmail,
  cancel_request: cancelRequestEmail,
}
type AboutAccount = (to: string, shop: Sender, facts: AccountFacts) => Message
const ABOUT_ACCOUNTS: Record<AccountMailKind, AboutAccount> = {
  password_changed: passwordChangedEmail,
  address_changing: addressChangingEmail,
  address_changed: addressChangedEmail,
  address_set: addressSetEmail,
  address_registered: addressRegisteredEmail,
  data_deleted: dataDeletedEmail,
  order_claimed: orderClaimedEmail,
}

/**
 * Writes the message for queued mail from current data; for a recipient who has proven nothing, without what was typed.
 * Only discrepancies share a message. Null when there is no recipient or no subject any more.
 */
export async function composeMessage(
  { db, shopUrl: url }: ComposeContext,
  subjects: MailSubjects,
  mails: (QueuedMail | AddedMail)[],
  { isProven }: Recipient,
): Promise<Message | null> {
  const { orderMails } = subjects.settings
  const shop = senderOf(subjects, url)
  const toBuyer = (order: MailedOrder, write: (shown: MailedOrder, sender: Sender) => Message) =>
    order.noEmails ? null : ifAddressed(write(isProven ? order : withoutTypedWords(order), shop))
  const [first] = mails
  if (!first) return null
  if ('messages' in first) return composeAdded(db, first, shop, orderMails)
  switch (first.kind) {
    case 'receipt':
    case 'cancelled':
    case 'cancel_declined':
    case 'readdressed':
      return toBuyer(orderOf(subjects, first.payload.orderId), TO_BUYER[first.kind])
    case 'shipped': {
      const { orderId, parcelId } = first.payload
      const order = orderOf(subjects, orderId)
      // Who has it in hand need not read that it can be collected.
      return order.collectedAt ? null : toBuyer(order, (shown, sender) => shippedEmail(shown, sender, parcelId))
    }
    case 'refunded': {
      const refund = await refundOf(db, first.payload.refundId)
      return refund && toBuyer(refund.order, (order, sender) => refundEmail(order, sender, refund.told))
    }
    case 'new_order':
    case 'cancelled_order':
    case 'cancel_request':
      return orderMails ? toShop(first.kind, orderOf(subjects, first.payload.orderId), shop) : null
    case 'delayed':
    case 'delay_refund': {
      const links = await delayLinks(db, first.payload.delayId, url)
      if (!links || (first.kind === 'delay_refund' && !orderMails)) return null
      const order = orderOf(subjects, first.payload.orderId)
      return first.kind === 'delayed'
        ? toBuyer(order, (orderShown, sender) => delayEmail(orderShown, sender, links))
        : ifAddressed(moneyWantedEmail(order, shop))
    }
    case 'discrepancy':
      return orderMails ? ifAddressed(await discrepancyMessage(db, mails, shop)) : null
    case 'test':
      return testMessage(db, first.payload.userId, shop)
    case 'alert':
      return alertMessage(db, first.payload.alertId, shop)
    case 'order_link':
    case 'order_placed': {
      const order = orderOf(subjects, first.payload.orderId)
      const key = first.payload.isNew ? await nextOrderKey(db, order._id) : order.key
      if (!key) return null
      const links = [{ ...order, id: order._id, key }]
      const words = first.kind === 'order_placed' ? placedWords(order, shop) : undefined
      return ifAddressed(linksMessage(order.user.email, links, shop, words))
    }
    case 'order_links':
      return linksMessage(first.payload.email, await guestOrdersOf(db, first.payload.email), shop)
    case 'email_code': {
      const emailCode = await createEmailCode(db, first.id, first.payload.userId)
      return emailCode && emailCodeEmail(emailCode.to, emailCode.code, shop)
    }
    case 'new_address': {
      const { userId, email } = first.payload
      const emailCode = await createEmailCode(db, first.id, userId, email)
      return emailCode && emailCodeEmail(emailCode.to, emailCode.code, shop, NEW_ADDRESS)
    }
    case 'reset': {
      const reset = await createResetToken(db, first.id, first.payload.email)
      return reset && resetLinkEmail(reset.to, `${url}/reset-password/${reset.token}`, shop)
    }
    default:
      return ABOUT_ACCOUNTS[first.kind](first.payload.to, shop, first.payload)
  }
}

/** The message of a feature; null, too, when the owner of its address has ended the emails of its topic. */
async function composeAdded(db: Db, mail: AddedMail, shop: Sender, orderMails: boolean) {
  const { topic } = mail.messages
  if (!topic) return mail.messages.compose(db, mail, shop, orderMails)
  const to = await addressOfAdded(db, mail)
  if (!to || (await hasOptedOut(db, topic, to))) return null
  const ending = { endUrl: await endUrl(db, shop.url, topic, to) }
  const message = await mail.messages.compose(db, mail, { ...shop, ...ending }, orderMails)
  return message && { ...message, ...ending }
}

/** Null without orders. */
function linksMessage(
  to: string,
  guestOrders: { id: string; number: number; key: string }[],
  shop: Sender,
  words?: LinkWords,
) {
  const links = guestOrders.map(({ id, number, key }) => ({ number, href: `${shop.url}${orderPath(id, key)}` }))
  return links.length > 0 ? orderLinksEmail(to, links, shop, words) : null
}

/** Null for an order that the seller has added and marked as paid, of which she knows. */
const toShop = (kind: keyof typeof TO_SHOP, order: MailedOrder, shop: Sender) =>
  kind === 'new_order' && order.isManual && !order.card ? null : ifAddressed(TO_SHOP[kind](order, shop))

/** Null without an address: a deleted user has none, and a new shop. */
const ifAddressed = (message: Message | null) => (message?.to ? message : null)

/** A refund as its message tells it, with its order. */
async function refundOf(db: Db, refundId: string) {
  const { cardBrand, cardLast4 } = paymentAttempts
  const [row] = await db
    .select({ refund: refunds, refunded: refundedUnits, cardBrand, cardLast4 })
    .from(refunds)
    .leftJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(eq(refunds.id, refundId))
  if (!row) return null
  const { refund, refunded } = row
  const { cardBrand: brand, cardLast4: last4 } = row
  const card = (last4 ?? brand) ? { brand, last4 } : null
  const parts = refundedParts(refund, refunded)
  const refundFacts = { cents: refund.cents, card, parts, reason: refund.tellsReason ? refund.reason : null }
  const order = await recordedOrder(db, refund.orderId)
  const key = (await guestKeys(db, [order])).get(order._id)
  return { order: { ...order, key }, told: refundFacts }
}

/** The links of a message about a delay; null when it is not the latest of its order, or the order no longer waits. */
async function delayLinks(db: Db, delayId: string, url: string) {
  const isLatest = and(eq(orders.id, orderDelays.orderId), eq(orders.shipBy, orderDelays.shipBy))
  const [waiting] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderDelays, isLatest)
    .where(and(eq(orderDelays.id, delayId), isToShip(orders)))
  if (!waiting) return null
  const link = await signedLink(db, 'delay', delayId)
  return { wait: `${url}/delays/wait#${link}`, refund: `${url}/delays/refund#${link}` }
}

async function testMessage(db: Db, userId: string, shop: Sender) {
  const [admin] = await db.select({ to: users.email }).from(users).where(eq(users.id, userId))
  return admin ? testEmail(admin.to, shop) : null
}

/** Null when the alert has ended. */
async function alertMessage(db: Db, alertId: number, shop: Sender) {
  const alert = (await openAlerts(db)).find(({ id }) => id === alertId)
  return alert ? ifAddressed(alertEmail(alert, shop)) : null
}

async function discrepancyMessage(db: Db, mails: (QueuedMail | AddedMail)[], shop: Sender) {
  const ids = mails.flatMap((mail) =>
    !('messages' in mail) && mail.kind === 'discrepancy' ? [mail.payload.discrepancyId] : [],
  )
  const open = await db
    .select()
    .from(discrepancies)
    .where(and(inArray(discrepancies.id, ids), isNull(discrepancies.resolvedAt)))
    .orderBy(discrepancies.id)
  if (open.length === 0) return null
  const ordersConcerned = await db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(inArray(orders.id, open.flatMap(orderIdOf)))
  const discrepancyList = open.map((row) => ({
    sentence: wordsOf(row).title,
    order: ordersConcerned.find(({ id }) => orderIdOf(row).includes(id)),
  }))
  return paymentsToCheckEmail(discrepancyList, shop)
}

/** The order that a discrepancy is about. The card service may name one that is no id of ours. */
const orderIdOf = ({ detail }: typeof discrepancies.$inferSelect): string[] => {
  const { data } = z.object({ orderId: z.uuid() }).safeParse(detail)
  return data ? [data.orderId] : []
}
