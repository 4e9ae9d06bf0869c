// What happens in the shop that its seller wants to hear of at once, by whatever channel.
import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { DeskEvent, DeskEventKind } from '#contract/admin/desk-events.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { QueuedMail } from '#server/shop/notifications/kinds.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { discrepancies, disputes } from '#server/shop/schema/payments.ts'
import type { AddedMail } from './added-messages.ts'

type Mail = QueuedMail | AddedMail

/** The events that messages to the seller are about. Other messages have none, nor has what the seller did herself. */
export async function deskEventsOf(db: Db, mails: readonly Mail[]): Promise<DeskEvent[]> {
  const ofMails = mails.flatMap((mail) => eventOf(mail) ?? [])
  const sellersOrders = await addedBySeller(db, ofMails)
  const others = ofMails.filter(({ orderId }) => !(orderId && sellersOrders.has(orderId)))
  return [...others, ...(await disputesOf(db, mails))]
}

const KINDS: Partial<Record<QueuedMail['kind'], DeskEventKind>> = {
  new_order: 'sold',
  cancel_request: 'cancels',
  delay_refund: 'cancels',
}

/** The event of a message whose data say what it is about. */
function eventOf(mail: Mail): DeskEvent | null {
  const { dedupe_key: key } = mail
  if ('messages' in mail) {
    const { event, eventCount } = mail.messages
    return event ? { kind: event, key, orderId: null, count: eventCount?.(mail.payload) } : null
  }
  const kind = KINDS[mail.kind]
  return kind && 'orderId' in mail.payload ? { kind, key, orderId: mail.payload.orderId } : null
}

/** The sold orders that the seller has added herself, paid without a card. */
async function addedBySeller(db: Db, events: DeskEvent[]): Promise<Set<string>> {
  const ids = events.flatMap(({ kind, orderId }) => (kind === 'sold' && orderId) || [])
  if (ids.length === 0) return new Set()
  const isUncharged = or(isNotNull(orders.paidBy), eq(orders.totalCents, 0))
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, ids), isNotNull(orders.placedBy), isUncharged))
  return new Set(rows.map(({ id }) => id))
}

/** Of the discrepancies that messages are about, those by which a bank claims money back. */
async function disputesOf(db: Db, mails: readonly Mail[]): Promise<DeskEvent[]> {
  const keys = new Map(
    mails.flatMap((mail) =>
      'messages' in mail || mail.kind !== 'discrepancy' ? [] : [[mail.payload.discrepancyId, mail.dedupe_key]],
    ),
  )
  if (keys.size === 0) return []
  const rows = await db
    .select({ id: discrepancies.id, orderId: disputes.orderId })
    .from(discrepancies)
    .innerJoin(disputes, eq(disputes.id, discrepancies.subject))
    .where(and(inArray(discrepancies.id, [...keys.keys()]), inArray(discrepancies.kind, ['inquiry', 'disputed'])))
  return rows.map(({ id, orderId }) => ({ kind: 'dispute', key: keys.get(id) ?? '', orderId }))
}
