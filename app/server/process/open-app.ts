import cluster from 'node:cluster'
import { buildApp } from '#app/server/app.ts'
import { addedContext, FEATURES } from '#app/server/features.ts'
import { openMonitoring } from '#app/server/monitoring/open-monitoring.ts'
import { startWatchingShop } from '#app/server/monitoring/watch.ts'
import { fullLoadPaths } from '#contract/documents.ts'
import { configuredCdn, type Env } from '#server/env.ts'
import { openCdnPurges } from '#server/platform/cdn/purges.ts'
import { EVERYTHING } from '#server/platform/cdn/tags.ts'
import type { Context } from '#server/platform/context.ts'
import { openReplica } from '#server/platform/db/replica.ts'
import { untilAvailable } from '#server/platform/db/until-available.ts'
import { drainOn } from '#server/platform/http/drain.ts'
import { prewarmVariants } from '#server/platform/media/prewarm.ts'
import { openMailer } from '#server/platform/outbox/mailer.ts'
import { startCounterCleanup } from '#server/platform/rate-limits/rate-limits.ts'
import { startDeletingGuests } from '#server/shop/accounts/guests.ts'
import { robotCheck, robotCheckSetup } from '#server/shop/accounts/robot-check-setup.ts'
import { startDeletingSessions } from '#server/shop/accounts/sessions.ts'
import { startDeletingUntouched } from '#server/shop/catalog/untouched-drafts.ts'
import { startMailJob } from '#server/shop/messages/send-messages.ts'
import { startDeletingAbandoned } from '#server/shop/orders/abandoned-orders.ts'
import { startErasingRecipients } from '#server/shop/orders/recipients.ts'
import { modeOf } from '#server/shop/payments/gateway.ts'
import { openGateway } from '#server/shop/payments/open-gateway.ts'
import { announceProcess } from '#server/shop/payments/process-liveness.ts'
import { startReconciliation } from '#server/shop/payments/reconciliation.ts'
import { startRecovery } from '#server/shop/payments/recovery.ts'
import { shopFingerprint } from '#server/shop/payments/shop-fingerprint.ts'
import { startDeletingEvents } from '#server/shop/payments/webhook-events.ts'
import { startPhotoCleanup } from '#server/shop/photos/cleanup.ts'
import { startMeasuring } from '#server/shop/photos/dimensions.ts'
import type { CatalogChange } from '#server/shop/public-tags.ts'
import { startRefreshingTotals } from '#server/shop/totals/refresh-totals.ts'
import { listenForChanges } from '#server/site/listen-for-changes.ts'
import { openPublicData } from '#server/site/public-data.ts'
import { runAsLeader } from './leader.ts'
import { type Opening, reportStep, stopEarly } from './opening.ts'
import { settingsFile } from './settings-file.ts'

type Parts = Pick<Context, 'db' | 'photos'> & { env: Env; url: string; isDev: boolean }

/** Builds the API and the pages and starts the background jobs, ready to listen. */
export async function openApp({ env, url, db, photos, isDev }: Parts, opening: Opening) {
  const gateway = await reportStep('Asking the card service', openGateway(env, url))
  opening.closers.push(() => gateway.close())
  // Created before the first payment, so that every backup has it.
  await untilAvailable(() => shopFingerprint(db))
  const liveness = await announceProcess(url)
  opening.closers.push(() => liveness.stop())
  const shop: Context = {
    db,
    shopUrl: env.SHOP_URL,
    photos,
    photosQuota: env.PHOTOS_QUOTA_MB * 2 ** 20,
    gateway,
    webhook: webhookSecret(env),
    isPublicDemo: env.PAYMENTS === 'demo',
    rateLimits: env.RATE_LIMITS,
    ownerEmail: env.ADMIN_EMAIL,
    appleDomainFile: env.APPLE_PAY_DOMAIN_ASSOCIATION,
    robotCheck: robotCheck(env),
    ...addedContext({
      ...{ env, url, settingsFile: settingsFile(process.env), environment: process.env },
      restart: opening.restart,
    }),
  }
  // Not pino's own file stream: a failed write, as on a full disk, would end the process.
  const logTo = { write: (line: string) => void process.stdout.write(line) }
  const cdn = configuredCdn(env)
  const monitoring = await openMonitoring(env, shop)
  const { observe } = monitoring
  const app = await buildApp(shop, { logLevel: env.LOG_LEVEL, logTo, trustProxy: env.TRUST_PROXY, cdn, observe })
  drainOn(opening.stopping.signal, app)
  const works = { db, gateway, log: app.log }
  // All processes share the payments and the messages that are due; each claims its rows.
  stopEarly(opening, monitoring.watch(app))
  stopEarly(opening, startRecovery(works))
  const { log } = app
  const purges = cdn && openCdnPurges(cdn, log)
  const jobs = { ...shop, log, dataDir: env.DATA_DIR }
  const leader = await runAsLeader(url, () => [
    ...[startReconciliation, startDeletingEvents, startErasingRecipients].map((start) => start(works)),
    startPhotoCleanup({ db, photos, log }),
    startMeasuring({ db, photos, log }),
    startDeletingAbandoned({ db, log }),
    startDeletingUntouched({ db, log }),
    startDeletingGuests({ db, log }),
    startDeletingSessions({ db, log }),
    startCounterCleanup(db, log),
    startRefreshingTotals({ ...works }),
    startWatchingShop({ ...works, hearsWebhooks: shop.webhook !== undefined, dataDir: env.DATA_DIR }),
    ...(purges ? [purges.start()] : []),
    ...FEATURES.flatMap((feature) => feature.jobs ?? []).flatMap((start) => start(jobs) ?? []),
  ])
  stopEarly(opening, leader)
  app.addHook('onListen', async () => {
    // Of several processes, the first one prewarms for all of them.
    if (!env.WARM_PHOTOS || cluster.isWorker) return
    const warming = prewarmVariants(photos)
    stopEarly(opening, { stop: async () => void warming.stop() })
  })
  const mailer = openMailer(env, app.log)
  opening.closers.push(async () => mailer.close())
  const ignoresDemo = shop.isPublicDemo || modeOf(gateway) === 'live'
  stopEarly(opening, startMailJob({ db, mailer, shopUrl: env.SHOP_URL, log, ignoresDemo }))
  const owns = fullLoadPaths(gateway.setup, robotCheckSetup(shop.robotCheck))
  if (isDev) {
    const { servePagesFromSource } = await import('#server/site/dev.ts')
    const { reads } = openPublicData({ ...shop, log: app.log, fresh: () => false })
    await servePagesFromSource(app, { ...shop, owns, dataDir: env.DATA_DIR, reads })
    return app
  }
  const { servePages } = await import('#server/site/pages.ts')
  const purge = (tags: string[]) => purges?.purge(tags)
  let clear = (_: CatalogChange) => {}
  let countLists = async () => {}
  const replica = env.DATABASE_REPLICA_URL ? await openReplica(env.DATABASE_REPLICA_URL, db) : undefined
  if (replica) opening.closers.push(() => replica.stop())
  const changes = await listenForChanges(url, (change) => {
    replica?.changed()
    clear(change)
    if (change.tags.includes(EVERYTHING)) void countLists()
    purge(change.tags)
  })
  opening.closers.push(() => changes.stop())
  const worker = env.SERVICE_WORKER
  const pages = await servePages(app, { ...shop, fresh: changes.listening, owns, worker, replica, purge })
  clear = pages.clear
  countLists = pages.countLists
  app.addHook('onListen', async () => void countLists())
  const { metrics } = monitoring
  metrics?.countCached(pages.cachedServed)
  if (cluster.isWorker) metrics?.shareWithPrimary()
  else if (metrics) await (await import('./serve-metrics.ts')).serveMetrics(env, db, opening, metrics.registry)
  return app
}

function webhookSecret({ SQUARE_WEBHOOK_SIGNATURE_KEY: signatureKey, SQUARE_WEBHOOK_URL: url }: Env) {
  return signatureKey && url ? { signatureKey, url } : undefined
}
