// How the shop is: the setup, tested, and what changes while it runs. Each check is fine, or has the one thing to do.

import { sql } from 'drizzle-orm'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { formatMoment } from '#contract/dates.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { databaseServer, SAFE_MINOR } from '#server/platform/db/server-version.ts'
import { isLoopback } from '#server/platform/lib/loopback.ts'
import { type PageTimes, pageTimes } from '#server/platform/monitoring/page-times.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { openAlerts } from '#server/shop/alerts/alerts.ts'
import { ALERT_ADVICE, ALERTS } from '#server/shop/alerts/texts.ts'
import { checkLedger, checkRest } from '#server/shop/audit/ledger.ts'
import { good, todo, untestedCheck } from '#server/shop/desk/check.ts'
import { addedChecks } from '#server/shop/desk/desk-hooks.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { proofSecret, testedAddress } from './address-check.ts'
import { certificate } from './certificate-check.ts'
import { disk } from './disk-checks.ts'
import { configuredMail } from './mail-check.ts'
import { testedPayments, webhooks } from './payment-checks.ts'
import { productChecks } from './product-checks.ts'
import { BOOKS_HEALTH, DATABASE_HEALTH, MAIL_HEALTH, PAGES_HEALTH } from './texts.ts'
import { updates } from './updates.ts'

type Shop = Pick<Context, 'db' | 'gateway' | 'shopUrl' | 'setup'>

/** All checks of a running shop. They call the configured hosts, and read all orders. */
export async function healthChecks({ db, gateway, shopUrl, setup: facts }: Shop): Promise<SetupCheck[]> {
  const { email, timeZone } = await shopSettings(db)
  const secret = await proofSecret(db)
  const calls = Promise.all([testedPayments(gateway), testedAddress(shopUrl, secret), certificate(shopUrl, timeZone)])
  // One after the other: they read much, and buyers need the connections.
  const ownChecks = [
    await alerts(db),
    await webhooks(db, gateway, { shopUrl, webhookUrl: facts.webhookUrl, timeZone }),
    await mailHealth(db, configuredMail(facts, email), timeZone),
    await addedChecks({ setup: facts }, timeZone, 'health'),
    await disk(facts),
    await database(db, isLoopback(new URL(shopUrl).hostname)),
    await books(db),
    await productChecks(db),
    slowPages(),
    await updates(facts),
  ]
  return [...(await calls).flat(), ...ownChecks.flat()]
}

/** The faults that the shop has told the seller of and that last. */
async function alerts(db: Db): Promise<SetupCheck[]> {
  const open = await openAlerts(db)
  return open.length > 0
    ? open.map(({ kind, finding }) => todo('alerts', finding, ALERT_ADVICE[kind]))
    : [good('alerts', ALERTS.none)]
}

/** Whether emails leave: the last that the mail server took, and those that wait or were given up. */
async function mailHealth(db: Db, mailCheck: SetupCheck, timeZone: string): Promise<SetupCheck> {
  if (mailCheck.state === 'todo') return mailCheck
  const { waiting, lost, last } = onlyRow(
    await db
      .select({
        waiting: sql<number>`count(*) filter (where ${outbox.doneAt} is null and ${outbox.createdAt} < now() - interval '1 hour')::int`,
        lost: sql<number>`count(*) filter (where ${outbox.failedAt} > now() - interval '7 days')::int`,
        last: sql<string | null>`max(${outbox.doneAt}) filter (where ${outbox.failedAt} is null)`,
      })
      .from(outbox),
  )
  if (waiting > 0) return todo('mail', MAIL_HEALTH.waiting(waiting), MAIL_HEALTH.sendTest)
  if (lost > 0) return todo('mail', MAIL_HEALTH.lost(lost), MAIL_HEALTH.sendTest)
  if (!last) return untestedCheck('mail', mailCheck.finding, MAIL_HEALTH.sendTest)
  return good('mail', MAIL_HEALTH.delivered(formatMoment(new Date(last), timeZone)))
}

/** A query of a shop on the same machine takes a millisecond or two. */
const SLOW_MS = 250

async function database(db: Db, isLocal: boolean): Promise<SetupCheck> {
  const from = performance.now()
  const server = await databaseServer(db)
  const ms = Math.ceil(performance.now() - from)
  const unsafe = unsafeServer(server, isLocal)
  if (unsafe) return unsafe
  if (ms > SLOW_MS) return todo('database', DATABASE_HEALTH.answered(ms), DATABASE_HEALTH.slow)
  const which = server.isEmbedded ? DATABASE_HEALTH.embedded : DATABASE_HEALTH.version
  return good('database', `${DATABASE_HEALTH.answered(ms)} ${which(server.version)}`)
}

type Server = Awaited<ReturnType<typeof databaseServer>>

/** What to do about a server with known security holes. On a computer of one's own nobody else reaches it. */
export function unsafeServer({ version, isSafe, isEmbedded }: Server, isLocal: boolean): SetupCheck | undefined {
  if (isSafe || (isEmbedded && isLocal)) return undefined
  const finding = DATABASE_HEALTH.outdated(version, SAFE_MINOR)
  return todo('database', finding, isEmbedded ? DATABASE_HEALTH.move : DATABASE_HEALTH.update)
}

/** From so many orders on, nobody waits for the check of the books: it reads all of them, once for each rule. */
const MANY_ORDERS = 50_000

/** The rules of the ledger, without the card service's account. */
async function books(db: Db): Promise<SetupCheck> {
  const { orders } = onlyRow(
    (
      await db.execute<{ orders: number }>(
        sql`select reltuples::int as orders from pg_class where oid = 'orders'::regclass`,
      )
    ).rows,
  )
  if (orders > MANY_ORDERS) return untestedCheck('books', BOOKS_HEALTH.many(orders), BOOKS_HEALTH.atNight)
  const findings = [...(await checkLedger(db)), ...(await checkRest(db))]
  const violated = findings.filter(({ broken }) => broken.length > 0).map(({ rule }) => rule)
  return violated.length > 0
    ? todo('books', BOOKS_HEALTH.violated(violated), BOOKS_HEALTH.ask)
    : good('books', BOOKS_HEALTH.sound(findings.length))
}

/** A page that is not in the cache is rendered in some tens of milliseconds. */
const SLOW_PAGE_MS = 500

/** How long the pages took that this process rendered; nothing before there were enough, as in a command. */
export function slowPages(times: Pick<PageTimes, 'slowest'> = pageTimes): SetupCheck[] {
  const slowest = times.slowest()
  if (!slowest) return []
  const { kind, ms } = slowest
  return [
    ms > SLOW_PAGE_MS
      ? todo('pages', PAGES_HEALTH.slow(kind, ms), PAGES_HEALTH.advice)
      : good('pages', PAGES_HEALTH.quick(kind, ms)),
  ]
}
