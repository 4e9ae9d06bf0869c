// A stand-in for the card service, so that the whole shop works, and is tested, on a machine without internet: an HTTP
// server of its own that speaks Square's published contract (square-openapi.json) and knows the sandbox's test cards.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyReply } from 'fastify'
import { type Books, openBooks, prepareBooks } from './books.ts'
import { listPayments } from './lists.ts'
import { type Answer, cancelByKey, cancelPayment, completePayment, createPayment, readPayment } from './payments.ts'
import { createRefund, readRefund } from './refunds.ts'
import { badRequest, notFound, SquareRefusal } from './refusals.ts'

const LOCATION = {
  id: 'LSIMULATOR',
  name: 'Simulator',
  status: 'ACTIVE',
  currency: 'USD',
  country: 'US',
  capabilities: ['CREDIT_CARD_PROCESSING'],
}

type Simulator = { baseUrl: string; accessToken: string; locationId: string; stop(): Promise<void> }

/** The simulator on a free port of this machine. Its books outlive it, and several may share them. */
export async function startSimulator({ databaseUrl }: { databaseUrl: string }): Promise<Simulator> {
  const books = openBooks(databaseUrl)
  const accessToken = `EAAA${randomBytes(24).toString('base64url')}`
  const app = buildSimulator(books, accessToken)
  // Not shared with other workers of the shop: each has a simulator of its own, with a token of its own.
  await app.listen({ host: '127.0.0.1', port: 0, exclusive: true })
  const { port } = app.server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    accessToken,
    locationId: LOCATION.id,
    async stop() {
      await app.close()
      await books.end()
    },
  }
}

function buildSimulator(books: Books, accessToken: string) {
  const app = Fastify({ forceCloseConnections: true })
  let prepared: Promise<void> | undefined
  app.addHook('onRequest', async (request) => {
    if (!isToken(request.headers.authorization ?? '', accessToken))
      throw new SquareRefusal(401, 'AUTHENTICATION_ERROR', 'UNAUTHORIZED', 'This request could not be authorized.')
    prepared ??= prepareBooks(books)
    await prepared.catch((error) => {
      prepared = undefined
      throw error
    })
  })
  app.setErrorHandler(refuse)
  app.setNotFoundHandler((_, reply) => refuse(notFound('that address'), _, reply))

  const answer = (reply: FastifyReply, { status, body }: Answer) => reply.code(status).send(body)
  type ById = { Params: { id: string } }
  app.post('/v2/payments', async ({ body }, reply) => answer(reply, await createPayment(books, LOCATION.id, body)))
  app.get('/v2/payments', async ({ query }, reply) => answer(reply, await listPayments(books, LOCATION.id, query)))
  app.post('/v2/payments/cancel', async ({ body }, reply) => answer(reply, await cancelByKey(books, body)))
  app.get<ById>('/v2/payments/:id', async ({ params }, reply) => answer(reply, await readPayment(books, params.id)))
  app.post<ById>('/v2/payments/:id/complete', async ({ params, body }, reply) =>
    answer(reply, await completePayment(books, params.id, body)),
  )
  app.post<ById>('/v2/payments/:id/cancel', async ({ params }, reply) =>
    answer(reply, await cancelPayment(books, params.id)),
  )
  app.post('/v2/refunds', async ({ body }, reply) => answer(reply, await createRefund(books, body)))
  app.get<ById>('/v2/refunds/:id', async ({ params }, reply) => answer(reply, await readRefund(books, params.id)))
  app.get<ById>('/v2/locations/:id', async ({ params }) => {
    if (params.id !== LOCATION.id) throw notFound(`location ${params.id}`)
    return { location: LOCATION }
  })
  return app
}

function isToken(header: string, accessToken: string) {
  const given = Buffer.from(header)
  const wanted = Buffer.from(`Bearer ${accessToken}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Anything that goes wrong, in Square's shape. */
function refuse(error: unknown, _: unknown, reply: FastifyReply) {
  if (error instanceof SquareRefusal) return reply.code(error.status).send(error.body)
  const { statusCode = 500 } = error as { statusCode?: number }
  if (statusCode < 500) return reply.code(400).send(badRequest('EXPECTED_JSON_BODY', 'Expected a JSON body.').body)
  const fault = new SquareRefusal(500, 'API_ERROR', 'INTERNAL_SERVER_ERROR', 'An internal error has occurred.')
  return reply.code(500).send(fault.body)
}
