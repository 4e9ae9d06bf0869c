import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Calls } from './call-counts.ts'
import type { Books, Change } from './database.ts'
import { SquareRefusal } from './errors.ts'
import { type Blow, deliver, isEnding, type Strike } from './fault-effects.ts'
import type { OPERATIONS } from './operations.ts'
import { alterPayment } from './payments.ts'
import { alterRefund } from './refunds.ts'
import type { Answer, Quirks } from './types.ts'
import type { Webhooks } from './webhooks.ts'

/** What every request needs. Without controls no fault strikes and nothing is counted; without webhooks none are sent. */
export type Counter = {
  pool: pg.Pool
  strike: Strike
  calls: Calls | undefined
  webhooks: Webhooks | undefined
  until: AbortSignal
}

type Request = FastifyRequest<{ Params: { id?: string } }>

/** The handler of an operation: works on the books, answers, and then tells of the changes. */
export function answering(counter: Counter, operation: (typeof OPERATIONS)[number]) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const work = answer(counter, operation, request as Request, reply)
    counter.calls?.follow(operation.name, reply.raw, work)
    await work
    return reply
  }
}

async function answer(
  { pool, strike, webhooks, until }: Counter,
  { name, work }: (typeof OPERATIONS)[number],
  { params, body, query }: Request,
  reply: FastifyReply,
) {
  const before = strike(name, 'before')
  await waitOut(before, until)
  const early = before.find(isEnding)
  if (early) return deliver(reply, NOTHING_DONE, early)
  const changes: Change[] = []
  const books = { pool, changed: (change: Change) => void changes.push(change) }
  const done = await work(books, { id: params.id ?? '', body, query }, quirksOf(before)).catch(asAnswer)
  const after = strike(name, 'after')
  const answered = await altered(books, done, after)
  const messages = webhooks?.messagesOf(changes) ?? []
  await webhooks?.post(messages.filter(({ isFirst }) => isFirst))
  await waitOut(after, until)
  deliver(reply, answered, after.find(isEnding))
  void webhooks?.post(messages.filter(({ isFirst }) => !isFirst))
}

/** What is cut off or stalls when there is no answer yet. */
const NOTHING_DONE: Answer = { status: 200, body: { payment: {} } }

async function waitOut(blows: Blow[], signal: AbortSignal) {
  for (const blow of blows) if ('delay' in blow) await setTimeout(blow.delay, undefined, { signal })
}

const QUIRKS = ['decline', 'lag', 'repeatRow', 'pageSize', 'pending']
const quirksOf = (blows: Blow[]): Quirks =>
  Object.assign({}, ...blows.filter((blow) => QUIRKS.some((name) => name in blow)))

function asAnswer(error: unknown): Answer {
  if (error instanceof SquareRefusal) return { status: error.status, body: error.body }
  throw error
}

/** The answer with the fields that a fault changes, in the books as well as in what is told. */
async function altered(books: Books, answer: Answer, blows: Blow[]): Promise<Answer> {
  const fields = Object.assign({}, ...blows.map((blow) => ('alter' in blow ? blow.alter : {})))
  if (Object.keys(fields).length === 0) return answer
  const { payment, refund, location } = answer.body
  const told = payment?.id
    ? { payment: await alterPayment(books, payment.id, fields) }
    : refund
      ? { refund: await alterRefund(books, refund.id, fields) }
      : { location: { ...location, ...fields } }
  return { ...answer, body: { ...answer.body, ...told } }
}
