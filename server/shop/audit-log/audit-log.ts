// The audit log: what matters to the safety of the shop, without secrets and without anything that was typed but the names
// of API keys.
import { createHash } from 'node:crypto'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { AuditEvent, AuditKind, AuditPage, AuditQuery } from '#contract/admin/audit-log.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import type { Db } from '#server/platform/db/client.ts'
import { pageInfo } from '#server/platform/db/pagination.ts'
import { auditEvents } from '#server/shop/schema/audit-log.ts'
import { users } from '#server/shop/schema/users.ts'

/** `call` as its calls.ts has it, `network` shortened, `subject` the id of what it was about. */
export type NewAuditEvent = {
  kind: AuditKind
  userId?: string | undefined
  isApiKey?: boolean
  key?: { id: string; name: string } | undefined
  network?: string | null
  call?: string
  subject?: string | undefined
}

/** What strangers can cause: of these, a network has one row an hour of each kind. */
const CAUSED_BY_STRANGERS: AuditKind[] = [
  'sign_in_failed',
  'refused',
  'step_up_needed',
  'password_wrong',
  'limit_reached',
  'foreign_payment',
  'reset_requested',
]

type Row = typeof auditEvents.$inferInsert & { times: number }

/** Whether strangers can cause events of this kind as often as they like. */
export const isBounded = ({ kind }: NewAuditEvent) => CAUSED_BY_STRANGERS.includes(kind)

/** The row of an event, which it shares with its like of the same hour. */
export function rowOf(event: NewAuditEvent): Row {
  const { kind, userId, isApiKey = false, key, network = null, call, subject } = event
  const createdAt = new Date()
  const hour = createdAt.toISOString().slice(0, 13)
  const alike = isBounded(event)
    ? [kind, network, hour]
    : [kind, network, hour, userId, key?.id ?? isApiKey, call, subject]
  const dedupeKey = createHash('sha256').update(JSON.stringify(alike)).digest('base64url')
  const keyColumns = { isApiKey, keyId: key?.id, keyName: key?.name }
  return { kind, userId, ...keyColumns, network, call, subject, dedupeKey, createdAt, times: 1 }
}

/** Writes rows; one that is there already counts on. */
export async function saveRows(db: Db, rows: Row[]) {
  // In the order of their keys, so that two processes do not wait for each other in a circle.
  const sortedRows = rows.toSorted((a, b) => (a.dedupeKey < b.dedupeKey ? -1 : 1))
  await db
    .insert(auditEvents)
    .values(sortedRows)
    .onConflictDoUpdate({
      target: auditEvents.dedupeKey,
      set: { times: sql`${auditEvents.times} + excluded.times`, lastAt: sql`now()` },
    })
}

/** Writes one event, in the transaction of what it tells of. */
export const recordAuditEvent = (tx: Db, event: NewAuditEvent) => saveRows(tx, [rowOf(event)])

/** A page of the log, newest first. Throws not_found for a page past the end. */
export async function auditPage(db: Db, { kind, pageNumber }: AuditQuery): Promise<AuditPage> {
  const where = kind ? eq(auditEvents.kind, kind) : undefined
  const total = await db.$count(auditEvents, where)
  const rows = await db
    .select({ event: auditEvents, by: { id: users.id, name: users.name } })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.userId))
    .where(where)
    .orderBy(desc(auditEvents.createdAt), desc(auditEvents.id))
    .limit(ADMIN_PAGE_SIZE)
    .offset((pageNumber - 1) * ADMIN_PAGE_SIZE)
  return { events: rows.map(toAuditEvent), ...pageInfo(pageNumber, total, ADMIN_PAGE_SIZE, rows.length) }
}

type AuditRow = { event: typeof auditEvents.$inferSelect; by: { id: string; name: string } | null }

const toAuditEvent = ({ event, by }: AuditRow): AuditEvent => ({
  _id: String(event.id),
  kind: event.kind,
  at: event.lastAt.toISOString(),
  since: event.createdAt.toISOString(),
  times: event.times,
  by: by && { _id: by.id, name: by.name },
  isApiKey: event.isApiKey,
  apiKey: event.keyId && event.keyName !== null ? { _id: event.keyId, name: event.keyName } : null,
  network: event.network,
  call: event.call,
  subject: event.subject,
})

/** Erases who did what: the events of these users stay, without them, their networks and the names of their keys. */
export async function eraseFromAuditLog(tx: Db, userIds: string[]) {
  await tx
    .update(auditEvents)
    .set({ userId: null, network: null, keyId: null, keyName: null })
    .where(inArray(auditEvents.userId, userIds))
}

const RETENTION = sql`interval '90 days'`
/** The most rows of what strangers can cause. */
const MOST_BOUNDED = 50_000

/** Deletes events that are over 90 days old, and of what strangers can cause all but the newest 50,000. */
export async function deleteOldEvents(db: Db) {
  await db.delete(auditEvents).where(lt(auditEvents.lastAt, sql`now() - ${RETENTION}`))
  const isCausedByStranger = inArray(auditEvents.kind, CAUSED_BY_STRANGERS)
  const newest = db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(isCausedByStranger)
    .orderBy(desc(auditEvents.id))
    .offset(MOST_BOUNDED)
    .limit(1)
  await db.delete(auditEvents).where(and(isCausedByStranger, sql`${auditEvents.id} <= (${newest})`))
}
