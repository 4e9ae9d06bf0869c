import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Db } from '../db/client.ts'
import type { Env } from '../env.ts'
import { openMetricsServer } from '../monitoring/metrics-server.ts'
import { openShopMetrics } from '../monitoring/shop-metrics.ts'
import type { Opening } from './opening.ts'
import { portProblem } from './ports.ts'

/**
 * Serves the metrics of the shop and of its processes: of this one by `own`, without it of its workers together. Does
 * nothing without METRICS_PORT. Throws port_not_usable.
 */
export async function serveMetrics(env: Env, db: Db, { closers }: Opening, own?: Registry) {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = env
  if (!port) return
  const shop = openShopMetrics(db, { dataDir: env.DATA_DIR, backupDir: env.BACKUP_DIR })
  const workers = own ? undefined : new AggregatorRegistry()
  const read = async () => `${await shop.metrics()}${await (own?.metrics() ?? workers?.clusterMetrics())}`
  const server = await openMetricsServer({ port, host, token, read }).catch((error) => {
    throw portProblem(error, port, host, 'METRICS_')
  })
  closers.push(() => server.stop())
}
