import { channel } from 'node:diagnostics_channel'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../db/client.ts'
import type { PageEvent } from '../pages/cache.ts'
import type { Gateway } from '../payments/gateway.ts'

/** From a short answer to the longest that the shop gives, in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20]

/** What this process knows of itself: requests by route, pages, connections, memory and event loop. */
export function openProcessMetrics({ db, gateway }: { db: Database; gateway: Pick<Gateway, 'isReachable'> }) {
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
  const made = new Counter({ name: 'boutique_pages_made_total', help: 'Pages and public answers made.', registers })
  channel('boutique.pages').subscribe((event) => {
    if ((event as PageEvent) === 'made') made.inc()
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
  const unreachable = new Gauge({
    name: 'boutique_card_service_unreachable',
    help: 'The number of processes that do not reach the card service.',
    registers,
    collect() {
      unreachable.set(gateway.isReachable() ? 0 : 1)
    },
  })
  return {
    registry,
    /** Counts a response by its route, so that an id in an address makes no series of its own. */
    note({ method, routeOptions }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) {
      durations.observe({ method, route: routeOptions.url ?? 'none', status: statusCode }, elapsedTime / 1_000)
    },
    /** Counts the responses from the page cache; `served` says how many there were. */
    countCached(served: () => number) {
      let counted = 0
      const cached = new Counter({
        name: 'boutique_cached_responses_total',
        help: 'Responses from the page cache.',
        registers,
        collect() {
          cached.inc(served() - counted)
          counted = served()
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
