import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { limitConcurrencyByKey } from '../lib/limit-concurrency.ts'
import { networkKey } from '../rate-limits/network-key.ts'
import { REQUESTS } from '../texts/requests.ts'

type Query = { keyword?: string; view?: string }

const always = () => true

/** The reads that may take much of the database, and when. A new one is an entry here. */
const HEAVY: Record<string, (query: Query) => boolean> = {
  '/api/products': ({ keyword, view }) => Boolean(keyword) || view === 'admin',
  '/api/products/suggestions': always,
  '/api/products/export': always,
  '/api/orders': always,
  '/api/orders/myorders': always,
  '/api/orders/export': always,
  '/api/orders/packing': always,
  '/api/coupons': always,
  '/api/users': always,
  '/api/dashboard': always,
}

/** So many are read at once, of the ten connections a process has: a list asks two questions at a time at most. */
const AT_ONCE = 2
/** So many of one network wait for their turn, and so many run or wait in all. */
const MOST_WAITING = 15
const MOST_IN_ALL = 60

/** Who waits for more leaves the shop to others for as long as the last read took, but no longer than this. */
const LONGEST_REST_MS = 1_000

/**
 * Has heavy reads wait for their turn, fairly by network: they take a share of the connections, and who asks for much
 * waits for itself. Beyond that they are answered 503 with Retry-After. What a page asks for while it is rendered has
 * had its turn.
 */
export function limitHeavyReads(app: FastifyInstance) {
  const inTurn = limitConcurrencyByKey(AT_ONCE, MOST_WAITING, MOST_IN_ALL, LONGEST_REST_MS)
  app.addHook('onRoute', (route) => {
    const isHeavy = HEAVY[route.url.replace(/\/$/, '')]
    // A HEAD is read like a GET, and only its answer is shorter. It has a route of its own.
    const isRead = [route.method].flat().some((method) => method === 'GET' || method === 'HEAD')
    if (!isHeavy || !isRead) return
    const { handler } = route
    route.handler = function (request, reply) {
      const read = async () => handler.call(this, request, reply)
      if (!isFromNetwork(request) || !isHeavy(request.query as Query)) return read()
      return inTurn(networkKey(request.ip), () => {
        if (request.raw.socket.destroyed) throw new AppError('busy', REQUESTS.connectionClosed)
        return read()
      })
    }
  })
}

const isFromNetwork = ({ raw }: FastifyRequest) => raw.socket instanceof Socket
