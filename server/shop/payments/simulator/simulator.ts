// A stand-in for the card service, so that the whole shop works, and is tested, on a machine without internet: an HTTP
// server of its own that speaks Square's published contract (square-openapi.json) and knows the sandbox's test cards.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type pg from 'pg'
import { isSameSecret } from '#server/platform/lib/signatures.ts'
import { zodCompilers } from '#server/platform/lib/zod-compilers.ts'
import { createSimulatorTables, openSimulatorPool } from './database.ts'
import { badRequest, notFound, SquareApiError } from './errors.ts'
import { handlerOf, type SimulatorContext } from './handler.ts'
import { LOCATION, OPERATIONS } from './operations.ts'
import type { WebhookSettings } from './webhooks.ts'

export type Simulator = { baseUrl: string; accessToken: string; locationId: string; stop(): Promise<void> }

export type SimulatorSettings = {
  databaseUrl: string
  /** Where it listens; 127.0.0.1 by default. */
  host?: string
  /** 0, the default, takes a free port. */
  port?: number
  accessToken?: string
  /** Whether tests can set faults and read counts under /simulator. */
  controls?: boolean
  webhook?: WebhookSettings | undefined
}

/** Starts the simulator. Its tables outlive it, and several simulators may share them. */
export async function startSimulator(settings: SimulatorSettings): Promise<Simulator> {
  const { databaseUrl, host = '127.0.0.1', port = 0 } = settings
  const accessToken = settings.accessToken ?? `EAAA${randomBytes(24).toString('base64url')}`
  const pool = openSimulatorPool(databaseUrl)
  const ending = new AbortController()
  const app = Fastify({ forceCloseConnections: true, schemaController: zodCompilers })
  guard(app, pool, accessToken)
  const context = await contextOf(app, pool, settings, ending.signal)
  for (const operation of OPERATIONS)
    app.route({ method: operation.method, url: operation.url, handler: handlerOf(context, operation) })
  // Not shared with other workers of the shop: each has a simulator of its own, with a token of its own.
  await app.listen({ host, port, exclusive: true })
  return {
    baseUrl: `http://${host}:${(app.server.address() as AddressInfo).port}`,
    accessToken,
    locationId: LOCATION.id,
    async stop() {
      ending.abort()
      await app.close()
      await pool.end()
    },
  }
}

/** Loads controls, faults and webhooks only where they are configured. */
async function contextOf(app: FastifyInstance, pool: pg.Pool, settings: SimulatorSettings, signal: AbortSignal) {
  const tools = settings.controls
    ? await Promise.all([import('./controls.ts'), import('./faults.ts'), import('./call-counts.ts')])
    : undefined
  const faults = tools?.[1].openFaults()
  const calls = tools?.[2].countCalls()
  const takeEffects = faults?.takeEffects ?? (() => [])
  const webhooks =
    settings.webhook && (await import('./webhooks.ts')).openWebhooks(settings.webhook, takeEffects, signal)
  const context: SimulatorContext = { pool, takeEffects, replaced: faults?.replaced, calls, webhooks, signal }
  if (tools && faults && calls) tools[0].addControls(app, { context, calls, faults })
  return context
}

/** Requires the access token, and creates the tables before the first request. */
function guard(app: FastifyInstance, pool: pg.Pool, accessToken: string) {
  let preparation: Promise<void> | undefined
  app.addHook('onRequest', async (request) => {
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${accessToken}`))
      throw new SquareApiError(401, 'AUTHENTICATION_ERROR', 'UNAUTHORIZED', 'This request could not be authorized.')
    preparation ??= createSimulatorTables(pool)
    await preparation.catch((error) => {
      preparation = undefined
      throw error
    })
  })
  app.setErrorHandler(refuse)
  app.setNotFoundHandler((_, reply) => refuse(notFound('that address'), _, reply))
}

/** Answers any error in Square's format. */
function refuse(error: unknown, _: unknown, reply: FastifyReply) {
  if (error instanceof SquareApiError) return reply.code(error.status).send(error.body)
  const { statusCode = 500 } = error as { statusCode?: number }
  if (statusCode < 500) return reply.code(400).send(badRequest('EXPECTED_JSON_BODY', 'Expected a JSON body.').body)
  const fault = new SquareApiError(500, 'API_ERROR', 'INTERNAL_SERVER_ERROR', 'An internal error has occurred.')
  return reply.code(500).send(fault.body)
}
