// The faults that become alerts. Each function finds one, or nothing.
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { diskSpace } from '#server/platform/lib/disk-space.ts'
import type { ResponseCount } from '#server/platform/monitoring/response-count.ts'
import type { Fault } from '#server/shop/alerts/alerts.ts'
import { ALERTS } from '#server/shop/alerts/texts.ts'
import type { Gateway } from '#server/shop/payments/gateway.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { discrepancies, isUnfinished, paymentAttempts, webhookEvents } from '#server/shop/schema/payments.ts'

/** A payment is finished, or given up, within seconds. */
const STUCK_INTERVAL = sql`interval '60 seconds'`
const LEAST_FREE_SHARE = 0.1
/** So few failed requests may have one cause, such as a link that a program tries again. */
const FEWEST_ERRORS = 3
const ERROR_SHARE = 0.01

/** What the database shows of payments and webhooks; times are in seconds. */
export type PaymentFigures = { stuck: number; toCheck: number; paidToday: boolean; webhookAge: number | null }

/** Reads what alerts and metrics say of payments and webhooks, in one statement. */
export const paymentFigures = async (db: Db): Promise<PaymentFigures> =>
  onlyRow(
    (
      await db.execute<PaymentFigures>(sql`
        select
          (select count(*)::int from ${paymentAttempts}
            where ${isUnfinished(paymentAttempts)} and created_at < now() - ${STUCK_INTERVAL}) as stuck,
          (select count(*)::int from ${discrepancies} where resolved_at is null) as "toCheck",
          exists (select from ${orders} where paid_at between now() - interval '24 hours' and now() - interval '10 minutes'
            and paid_by is null and total_cents > 0) as "paidToday",
          (select extract(epoch from now() - max(received_at))::float8 from ${webhookEvents}) as "webhookAge"`)
    ).rows,
  )

const DAY_SECONDS = 24 * 3_600

/** The faults of payments and of Square's webhooks, which a simulator does not send. */
export function paymentFaults(
  { stuck, toCheck, paidToday, webhookAge }: PaymentFigures,
  hearsWebhooks: boolean,
): Fault[] {
  const isSilent = hearsWebhooks && paidToday && (webhookAge === null || webhookAge > DAY_SECONDS)
  return [
    ...(stuck > 0 ? [{ kind: 'payments_stuck' as const, finding: ALERTS.paymentsStuck(stuck) }] : []),
    ...(toCheck > 0 ? [{ kind: 'payments_to_check' as const, finding: ALERTS.paymentsToCheck(toCheck) }] : []),
    ...(isSilent ? [{ kind: 'webhooks_silent' as const, finding: ALERTS.webhooksSilent }] : []),
  ]
}

/** Whether this process reaches the card service. */
export const cardServiceFault = (gateway: Pick<Gateway, 'isReachable'>): Fault[] =>
  gateway.isReachable() ? [] : [{ kind: 'card_service_down', finding: ALERTS.cardServiceDown }]

/** Whether more than one of a hundred requests of the last five minutes failed on the server's side. */
export function errorFault({ total, errors }: ReturnType<ResponseCount['recent']>): Fault[] {
  if (errors < FEWEST_ERRORS || errors <= ERROR_SHARE * total) return []
  return [{ kind: 'server_errors', finding: ALERTS.serverErrors(errors, total) }]
}

/** Whether less than a tenth of the disk with the data is free. */
export async function diskFault(dataDir: string): Promise<Fault[]> {
  const { free, total } = await diskSpace(dataDir)
  if (free >= LEAST_FREE_SHARE * total) return []
  return [{ kind: 'disk_full', finding: ALERTS.diskFull(Math.floor((100 * free) / total)) }]
}
