import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/errors.ts'
import { limitConcurrencyByKey } from '#server/platform/lib/limit-concurrency.ts'
import { REQUESTS } from '#server/platform/lib/texts.ts'
import { networkKey } from '#server/platform/rate-limits/network-key.ts'

/** The header of a call from inside the process that is made for a client, and counts as one of the client. */
export const FOR_CLIENT = 'x-for-client'

type IsHeavy = (query: Record<string, unknown>) => boolean

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request reads much; that of a call says it in its calls.ts. */
    isHeavy?: IsHeavy
  }
}

const always = () => true

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
 * unless they are made for a client. Added after the hook that gives routes their calls.
 */
export function limitHeavyReads(app: FastifyInstance) {
  const limitReads = limitConcurrencyByKey(AT_ONCE, MOST_WAITING, MOST_IN_ALL, LONGEST_REST_MS)
  // Before the caller is looked up.
  app.addHook('onRequest', (request, _, done) => {
    const { isHeavy } = request.routeOptions.config
    if (isHeavy && isFromNetwork(request) && isHeavy(queryOf(request))) app.refuseIfLate()
    done()
  })
  app.addHook('onRoute', (route) => {
    const ofCall = route.config?.call?.isHeavy
    const isHeavy = route.config?.isHeavy ?? (ofCall === true ? always : ofCall)
    if (!isHeavy) return
    route.config = { ...route.config, isHeavy }
    const { handler } = route
    route.handler = function (request, reply) {
      const runHandler = async () => handler.call(this, request, reply)
      if (!isFromNetwork(request) || !isHeavy(queryOf(request))) return runHandler()
      return limitReads(networkKey(request.ip), () => {
        if (request.raw.socket.destroyed) throw new AppError('busy', REQUESTS.connectionClosed)
        return runHandler()
      })
    }
  })
}

const queryOf = ({ query }: FastifyRequest) => query as Record<string, unknown>

const isFromNetwork = ({ raw, headers }: FastifyRequest) => raw.socket instanceof Socket || FOR_CLIENT in headers
