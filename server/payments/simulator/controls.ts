import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Calls } from './call-counts.ts'
import { cancelPayment } from './complete-cancel.ts'
import type { Books, Change } from './database.ts'
import { moveDispute, openDispute } from './disputes.ts'
import { checked } from './errors.ts'
import { Fault, type openFaults } from './faults.ts'
import type { Counter } from './handler.ts'
import { LOCATION } from './operations.ts'
import { keptPayments } from './payments.ts'
import { alterRefund } from './refunds.ts'
import { openWebhooks } from './webhooks.ts'

const RefundChange = z.strictObject({ status: z.enum(['PENDING', 'COMPLETED', 'REJECTED', 'FAILED']) })
const Webhook = z.strictObject({
  url: z.url(),
  signatureKey: z.string().min(1),
  target: z.url().optional(),
  pauses: z.array(z.int().min(0)).optional(),
})

type Controls = { counter: Counter; calls: Calls; faults: ReturnType<typeof openFaults> }
type ById = { Params: { id: string } }

/** What tests do to the simulator: faults, counts, a look into the books, and what Square's dashboard would do. */
export function addControls(app: FastifyInstance, { counter, calls, faults }: Controls) {
  app.put('/simulator/faults', async ({ body }) => {
    faults.replace(checked(z.array(Fault).max(1000), body))
    return {}
  })
  app.get('/simulator/calls', async () => calls.counts())
  app.delete('/simulator/calls', async () => {
    calls.reset()
    return {}
  })
  app.get('/simulator/payments', async () => ({ payments: await keptPayments(counter.pool) }))
  app.post<ById>('/simulator/payments/:id/void', ({ params }) =>
    announced(counter, async (books) => (await cancelPayment(books, params.id)).body),
  )
  app.put<ById>('/simulator/refunds/:id', ({ params, body }) =>
    announced(counter, async (books) => ({ refund: await alterRefund(books, params.id, checked(RefundChange, body)) })),
  )
  app.post('/simulator/disputes', ({ body }) =>
    announced(counter, async (books) => ({ dispute: await openDispute(books, LOCATION.id, body) })),
  )
  app.put<ById>('/simulator/disputes/:id', ({ params, body }) =>
    announced(counter, async (books) => ({ dispute: await moveDispute(books, params.id, body) })),
  )
  app.put('/simulator/webhook', async ({ body }) => {
    counter.webhooks = openWebhooks(checked(Webhook, body), counter.strike, counter.until)
    return {}
  })
}

/** Does the work, and sends messages about what it changed. */
async function announced<T>({ pool, webhooks }: Counter, work: (books: Books) => Promise<T>) {
  const changes: Change[] = []
  const done = await work({ pool, changed: (change) => void changes.push(change) })
  void webhooks?.post(webhooks.messagesOf(changes))
  return done
}
