// Alerts: a fault that a person should look at, from its first sighting until nobody has seen it for a while. Every
// process reports what it sees; the seller gets one email for each.
import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { queueMails } from '#server/platform/outbox/outbox.ts'
import { alerts } from '#server/shop/schema/alerts.ts'

export type AlertKind = (typeof alerts.$inferSelect)['kind']

/** A fault as it is now, in a sentence for the seller. */
export type Fault = { kind: AlertKind; finding: string }

/** A fault that has not been seen for so long is over. */
const QUIET = sql`interval '5 minutes'`
/** A fault that comes back so soon is not told again. */
const REPEAT_INTERVAL = sql`interval '1 hour'`

/** The shop's own messages tell the seller of these, with links to the orders. */
const TOLD_ELSEWHERE: AlertKind[] = ['payments_to_check']

/** Records a fault: a new one becomes an alert and an email to the seller, one that is known was seen again. */
export const reportFault = (db: Db, { kind, finding }: Fault) =>
  db.transaction(async (tx) => {
    const isRepeated = await tx.$count(
      alerts,
      and(eq(alerts.kind, kind), sql`${alerts.endedAt} > now() - ${REPEAT_INTERVAL}`),
    )
    const [newAlert] = await tx
      .insert(alerts)
      .values({ kind, finding })
      .onConflictDoUpdate({
        target: alerts.kind,
        targetWhere: isNull(alerts.endedAt),
        set: { finding, seenAt: sql`now()` },
      })
      .returning({ id: alerts.id, isNew: sql<boolean>`${alerts.createdAt} = now()` })
    if (!newAlert?.isNew || isRepeated || TOLD_ELSEWHERE.includes(kind)) return
    await queueMails(tx, [{ kind: 'alert', dedupeKey: `alert-${newAlert.id}`, payload: { alertId: newAlert.id } }])
  })

/** Ends the alerts whose fault has not been seen for five minutes. */
export const endQuietAlerts = (db: Db) =>
  db
    .update(alerts)
    .set({ endedAt: sql`now()` })
    .where(and(isNull(alerts.endedAt), lt(alerts.seenAt, sql`now() - ${QUIET}`)))

/** The alerts that have not ended, oldest first. */
export const openAlerts = (db: Db) =>
  db
    .select({ id: alerts.id, kind: alerts.kind, finding: alerts.finding, since: alerts.createdAt })
    .from(alerts)
    .where(isNull(alerts.endedAt))
    .orderBy(asc(alerts.createdAt), asc(alerts.id))
