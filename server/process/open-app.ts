import cluster from 'node:cluster'
import { fullLoadPaths } from '#contract/documents.ts'
import { startDeletingGuests } from '../accounts/guests.ts'
import { robotCheckSetup } from '../accounts/robot-check-setup.ts'
import { startDeletingSessions } from '../accounts/sessions.ts'
import { startDeletingAuditEvents } from '../audit-log/retention.ts'
import { backupPlan } from '../backup/backup-plan.ts'
import { startBackups } from '../backup/schedule.ts'
import { openCdnPurges } from '../cdn/purges.ts'
import type { Context } from '../context.ts'
import { openReplica } from '../db/replica.ts'
import { untilAvailable } from '../db/until-available.ts'
import { startDrops } from '../drops/run-drops.ts'
import { configuredCdn, type Env, robotCheck } from '../env.ts'
import { buildApp } from '../http/app.ts'
import { drainOn } from '../http/drain.ts'
import { startImporting } from '../imports/run-import.ts'
import { openMailer } from '../mail/mailer.ts'
import { startMailJob } from '../mail/send-outbox.ts'
import { startPhotoCleanup } from '../media/cleanup.ts'
import { startMeasuring } from '../media/dimensions.ts'
import { prewarmVariants } from '../media/prewarm.ts'
import { openMonitoring } from '../monitoring/open-monitoring.ts'
import { startWatchingShop } from '../monitoring/watch.ts'
import { startDeletingAbandoned } from '../orders/abandoned-orders.ts'
import { startErasingRecipients } from '../orders/recipients.ts'
import { listenForChanges } from '../pages/invalidation.ts'
import { openPublicData } from '../pages/public-data.ts'
import { type CatalogChange, EVERYTHING } from '../pages/tags.ts'
import { modeOf } from '../payments/gateway.ts'
import { startMoneyCheck } from '../payments/money-check-job.ts'
import { openGateway } from '../payments/open-gateway.ts'
import { announceProcess } from '../payments/process-liveness.ts'
import { startReconciliation } from '../payments/reconciliation.ts'
import { startRecovery } from '../payments/recovery.ts'
import { shopMark } from '../payments/shop-mark.ts'
import { startDeletingEvents } from '../payments/webhook-events.ts'
import { startCounterCleanup } from '../rate-limits/rate-limits.ts'
import { startDeletingRequests } from '../requests/retention.ts'
import { startTellingShoppers } from '../requests/tell-shoppers.ts'
import { setupFacts } from '../setup/facts.ts'
import { startCheckingUpdates } from '../setup/updates.ts'
import { startRefreshingTotals } from '../totals/refresh-totals.ts'
import { runAsLeader } from './leader.ts'
import { type Opening, reportStep, stopEarly } from './opening.ts'
import { settingsFile } from './settings-file.ts'

type Parts = Pick<Context, 'db' | 'photos'> & { env: Env; url: string; isDev: boolean }

/** Builds the API and the pages and starts the background jobs, ready to listen. */
export async function openApp({ env, url, db, photos, isDev }: Parts, opening: Opening) {
  const gateway = await reportStep('Asking the card service', openGateway(env, url))
  opening.closers.push(() => gateway.close())
  // Created before the first payment, so that every backup has it.
  await untilAvailable(() => shopMark(db))
  const liveness = await announceProcess(url)
  opening.closers.push(() => liveness.stop())
  const shop: Context = {
    db,
    shopUrl: env.SHOP_URL,
    photos,
    photosQuota: env.PHOTOS_QUOTA_MB * 2 ** 20,
    importHosts: env.IMPORT_HOSTS ?? [],
    gateway,
    webhook: webhookSecret(env),
    isPublicDemo: env.PAYMENTS === 'demo',
    rateLimits: env.RATE_LIMITS,
    ownerEmail: env.ADMIN_EMAIL,
    appleDomainFile: env.APPLE_PAY_DOMAIN_ASSOCIATION,
    robotCheck: robotCheck(env),
    setup: setupFacts(env, settingsFile(process.env)),
    backups: backupPlan(env, url),
  }
  // Not pino's own file stream: a failed write, as on a full disk, would end the process.
  const logTo = { write: (line: string) => void process.stdout.write(line) }
  const cdn = configuredCdn(env)
  const monitoring = await openMonitoring(env, shop)
  const { observe, observesRequests } = monitoring
  const app = await buildApp(shop, { logLevel: env.LOG_LEVEL, logTo, trustProxy: env.TRUST_PROXY, cdn, observe })
  drainOn(opening.stopping.signal, app)
  const works = { db, gateway, log: app.log }
  // All processes share the payments and the messages that are due; each claims its rows.
  stopEarly(opening, monitoring.watch(app))
  stopEarly(opening, startRecovery(works))
  const { log } = app
  const purges = cdn && openCdnPurges(cdn, log)
  const { backups: plan } = shop
  const { updatesUrl } = shop.setup
  const leader = await runAsLeader(url, () => [
    ...[startReconciliation, startMoneyCheck, startDeletingEvents, startErasingRecipients].map((start) => start(works)),
    startPhotoCleanup({ db, photos, log }),
    startMeasuring({ db, photos, log }),
    startDeletingAbandoned({ db, log }),
    startDeletingGuests({ db, log }),
    startDeletingSessions({ db, log }),
    startImporting({ ...shop, dataDir: env.DATA_DIR, log }),
    startTellingShoppers({ db, log }),
    startDeletingRequests({ db, log }),
    startDeletingAuditEvents({ db, log }),
    startDrops({ db, log }),
    startCounterCleanup(db, log),
    startRefreshingTotals(works),
    startWatchingShop({ ...works, hearsWebhooks: shop.webhook !== undefined, dataDir: env.DATA_DIR }),
    ...(purges ? [purges.start()] : []),
    ...(plan ? [startBackups({ db, log, plan })] : []),
    ...(updatesUrl ? [startCheckingUpdates({ url: updatesUrl, dataDir: env.DATA_DIR, log })] : []),
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
    const { servePagesFromSource } = await import('../pages/dev.ts')
    const { reads } = openPublicData({ ...shop, log: app.log, fresh: () => false })
    await servePagesFromSource(app, { ...shop, owns, dataDir: env.DATA_DIR, reads })
    return app
  }
  const { servePages } = await import('../pages/pages.ts')
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
  const pages = await servePages(app, {
    ...shop,
    fresh: changes.listening,
    owns,
    worker,
    replica,
    purge,
    observesRequests,
  })
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
