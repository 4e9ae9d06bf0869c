import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/errors.ts'
import { limitConcurrencyByKey } from '#server/platform/lib/limit-concurrency.ts'
import { REQUESTS } from '#server/platform/lib/texts.ts'
import { networkKey } from '#server/platform/rate-limits/network-key.ts'

/** The header of a call from inside the process that is made for a client, and counts as one of the client. */
export const FOR_CLIENT = 'x-for-client'

type Query = { keyword?: string; view?: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request is expensive; for the reads of HEAVY it is set here. */
    isHeavy?: (query: Query) => boolean
  }
}

const always = () => true

/** The expensive reads, and when they are expensive. A new one is an entry here. */
const HEAVY: Record<string, (query: Query) => boolean> = {
  '/api/products': ({ keyword, view }) => Boolean(keyword) || view === 'admin',
  '/api/products/suggestions': always,
  '/api/products/export': always,
  '/api/orders': always,
  '/api/orders/myorders': always,
  '/api/orders/export': always,
  '/api/orders/export/items': always,
  '/api/orders/export/refunds': always,
  '/api/users/export': always,
  '/api/exports/products/file': always,
  '/api/exports/shop/file': always,
  '/api/orders/packing': always,
  '/api/coupons': always,
  '/api/users': always,
  '/api/dashboard': always,
  '/api/admin/search': always,
}

/** How many run at once, of the ten connections of a process. A list uses at most two connections. */
const AT_ONCE = 2
/** How many reads of one network wait, and how many run or wait in all. */
const MOST_WAITING = 15
const MOST_IN_ALL = 60

/** A network with more waiting reads pauses after each for as long as it took, up to this. */
const LONGEST_REST_MS = 1_000

/**
 * Limits the concurrency of expensive reads, fairly by network, to a share of the connections. Beyond the limit they
 * get 503 with Retry-After, and so do all of them while the event loop is late. Calls from inside the process are exempt,
 * unless they are made for a client.
 */
export function limitHeavyReads(app: FastifyInstance) {
  const limitReads = limitConcurrencyByKey(AT_ONCE, MOST_WAITING, MOST_IN_ALL, LONGEST_REST_MS)
  // Before the caller is looked up.
  app.addHook('onRequest', (request, _, done) => {
    if (isFromNetwork(request) && request.routeOptions.config.isHeavy?.(request.query as Query)) app.refuseIfLate()
    done()
  })
  app.addHook('onRoute', (route) => {
    const isHeavy = route.config?.isHeavy ?? HEAVY[route.url.replace(/\/$/, '')]
    // HEAD has its own route and reads as much as GET.
    const isRead = [route.method].flat().some((method) => method === 'GET' || method === 'HEAD')
    if (!isHeavy || !(isRead || route.config?.isHeavy)) return
    route.config = { ...route.config, isHeavy }
    const { handler } = route
    route.handler = function (request, reply) {
      const runHandler = async () => handler.call(this, request, reply)
      if (!isFromNetwork(request) || !isHeavy(request.query as Query)) return runHandler()
      return limitReads(networkKey(request.ip), () => {
        if (request.raw.socket.destroyed) throw new AppError('busy', REQUESTS.connectionClosed)
        return runHandler()
      })
    }
  })
}

const isFromNetwork = ({ raw, headers }: FastifyRequest) => raw.socket instanceof Socket || FOR_CLIENT in headers
