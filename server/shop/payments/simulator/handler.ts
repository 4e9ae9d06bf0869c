import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Calls } from './call-counts.ts'
import type { Change, SimulatorDatabase } from './database.ts'
import { SquareApiError } from './errors.ts'
import { deliver, type FaultEffect, isEnding, type TakeEffects } from './fault-effects.ts'
import type { OPERATIONS } from './operations.ts'
import { alterPayment } from './payments.ts'
import { alterRefund } from './refunds.ts'
import type { Answer, Quirks } from './types.ts'
import type { Webhooks } from './webhooks.ts'

/** What every request needs. `calls` is set only with controls, `webhooks` only where they are configured. */
export type SimulatorContext = {
  pool: pg.Pool
  takeEffects: TakeEffects
  /** The signal that the present faults are replaced; set only with controls. */
  replaced: (() => AbortSignal) | undefined
  calls: Calls | undefined
  webhooks: Webhooks | undefined
  signal: AbortSignal
}

type Request = FastifyRequest<{ Params: { id?: string } }>

/** The handler of an operation: does the work, answers, and sends webhooks about the changes. */
export function handlerOf(context: SimulatorContext, operation: (typeof OPERATIONS)[number]) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const work = answer(context, operation, request as Request, reply)
    context.calls?.follow(operation.name, reply.raw, work)
    await work
    return reply
  }
}

async function answer(
  { pool, takeEffects, replaced, webhooks, signal }: SimulatorContext,
  { name, work }: (typeof OPERATIONS)[number],
  { params, body, query }: Request,
  reply: FastifyReply,
) {
  const before = takeEffects(name, 'before')
  await waitForDelays(before, signal, replaced?.())
  const early = before.find(isEnding)
  if (early) return deliver(reply, EMPTY_PAYMENT, early)
  const changes: Change[] = []
  const database = { pool, changed: (change: Change) => void changes.push(change) }
  const result = await work(database, { id: params.id ?? '', body, query }, quirksOf(before)).catch(asAnswer)
  const after = takeEffects(name, 'after')
  const replacedAfter = replaced?.()
  const answerAfter = await alteredAnswer(database, result, after)
  const messages = webhooks?.messagesOf(changes) ?? []
  await webhooks?.post(messages.filter(({ isFirst }) => isFirst))
  await waitForDelays(after, signal, replacedAfter)
  deliver(reply, answerAfter, after.find(isEnding))
  void webhooks?.post(messages.filter(({ isFirst }) => !isFirst))
}

/** The answer that a fault cuts off or stalls before the work is done. */
const EMPTY_PAYMENT: Answer = { status: 200, body: { payment: {} } }

/** Waits as the effects say; `replaced` ends those that wait until the faults they are of are replaced. */
async function waitForDelays(effects: FaultEffect[], signal: AbortSignal, replacement?: AbortSignal) {
  for (const effect of effects) {
    if ('delay' in effect) await setTimeout(effect.delay, undefined, { signal })
    if ('wait' in effect && replacement && !replacement.aborted) await once(replacement, 'abort', { signal })
  }
}

const QUIRKS = ['decline', 'lag', 'repeatRow', 'pageSize', 'pending']
const quirksOf = (effects: FaultEffect[]): Quirks =>
  Object.assign({}, ...effects.filter((effect) => QUIRKS.some((name) => name in effect)))

function asAnswer(error: unknown): Answer {
  if (error instanceof SquareApiError) return { status: error.status, body: error.body }
  throw error
}

/** The answer with the fields that a fault alters, which the tables then have too. */
async function alteredAnswer(database: SimulatorDatabase, answer: Answer, effects: FaultEffect[]): Promise<Answer> {
  const fields = Object.assign({}, ...effects.map((effect) => ('alter' in effect ? effect.alter : {})))
  if (Object.keys(fields).length === 0) return answer
  const { payment, refund, location, locations } = answer.body
  const newBody = payment?.id
    ? { payment: await alterPayment(database, payment.id, fields) }
    : refund
      ? { refund: await alterRefund(database, refund.id, fields) }
      : locations
        ? { locations: locations.map((one) => ({ ...one, ...fields })) }
        : { location: { ...location, ...fields } }
  return { ...answer, body: { ...answer.body, ...newBody } }
}
