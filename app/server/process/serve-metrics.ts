import { AggregatorRegistry, type Registry } from 'prom-client'
import { openShopMetrics } from '#app/server/monitoring/shop-metrics.ts'
import type { Env } from '#server/env.ts'
import type { Db } from '#server/platform/db/client.ts'
import { openMetricsServer } from '#server/platform/monitoring/metrics-server.ts'
import type { Opening } from './opening.ts'
import { portProblem } from './ports.ts'

/**
 * Serves the metrics of the shop and of its processes: of this process by `ownRegistry`, without it of its workers
 * together. Does nothing without METRICS_PORT. Throws port_not_usable.
 */
export async function serveMetrics(env: Env, db: Db, { closers }: Opening, ownRegistry?: Registry) {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = env
  if (!port) return
  const shop = openShopMetrics(db, { dataDir: env.DATA_DIR, backupDir: env.BACKUP_DIR })
  const workers = ownRegistry ? undefined : new AggregatorRegistry()
  const readMetrics = async () =>
    `${await shop.metrics()}${await (ownRegistry?.metrics() ?? workers?.clusterMetrics())}`
  const server = await openMetricsServer({ port, host, token, read: readMetrics }).catch((error) => {
    throw portProblem(error, port, host, 'METRICS_')
  })
  closers.push(() => server.stop())
}
