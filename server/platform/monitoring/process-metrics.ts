import type { FastifyReply, FastifyRequest } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#server/platform/db/client.ts'

/** From a short answer to the longest that the shop gives, in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20]

/** What this process knows of itself: requests by route, connections, memory and event loop. */
export function openProcessMetrics(db: Database) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'boutique_http_request_duration_seconds',
    help: 'Requests by method, route and status, without those answered from the page cache.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const pool = db.$client
  const connections = new Gauge({
    name: 'boutique_database_connections',
    help: 'Connections of the pool that are idle or busy, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  return {
    registry,
    /** Counts a response by its route, so that an id in an address makes no series of its own. */
    note({ method, routeOptions }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) {
      durations.observe({ method, route: routeOptions.url ?? 'none', status: statusCode }, elapsedTime / 1_000)
    },
    /** Counts the responses from the page cache; `servedCount` says how many there were. */
    countCached(servedCount: () => number) {
      let lastCount = 0
      const cachedCounter = new Counter({
        name: 'boutique_cached_responses_total',
        help: 'Responses from the page cache.',
        registers,
        collect() {
          cachedCounter.inc(servedCount() - lastCount)
          lastCount = servedCount()
        },
      })
    },
    /** Hands the metrics of this worker to the primary process when it asks. */
    shareWithPrimary() {
      AggregatorRegistry.setRegistries(registers)
      new AggregatorRegistry()
    },
  }
}
