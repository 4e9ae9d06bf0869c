import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Calls } from './call-counts.ts'
import { cancelPayment } from './complete-cancel.ts'
import type { Change, SimulatorDatabase } from './database.ts'
import { changeDispute, openDispute } from './disputes.ts'
import { parseBody } from './errors.ts'
import { Fault, type openFaults } from './faults.ts'
import type { SimulatorContext } from './handler.ts'
import { LOCATION } from './operations.ts'
import { storedPayments } from './payments.ts'
import { alterRefund } from './refunds.ts'
import { openWebhooks } from './webhooks.ts'

const RefundChange = z.strictObject({ status: z.enum(['PENDING', 'COMPLETED', 'REJECTED', 'FAILED']) })
const Webhook = z.strictObject({
  url: z.url(),
  signatureKey: z.string().min(1),
  target: z.url().optional(),
  pauses: z.array(z.int().min(0)).optional(),
})

type Controls = { context: SimulatorContext; calls: Calls; faults: ReturnType<typeof openFaults> }
type ById = { Params: { id: string } }

/** Routes under /simulator: tests set faults, read counts and payments, and act as Square's dashboard would. */
export function addControls(app: FastifyInstance, { context, calls, faults }: Controls) {
  app.put('/simulator/faults', async ({ body }) => {
    faults.replace(parseBody(z.array(Fault).max(1000), body))
    return {}
  })
  app.get('/simulator/calls', async () => calls.counts())
  app.delete('/simulator/calls', async () => {
    calls.reset()
    return {}
  })
  app.get('/simulator/payments', async () => ({ payments: await storedPayments(context.pool) }))
  app.post<ById>('/simulator/payments/:id/void', ({ params }) =>
    withWebhooks(context, async (database) => (await cancelPayment(database, params.id)).body),
  )
  app.put<ById>('/simulator/refunds/:id', ({ params, body }) =>
    withWebhooks(context, async (database) => ({
      refund: await alterRefund(database, params.id, parseBody(RefundChange, body)),
    })),
  )
  app.post('/simulator/disputes', ({ body }) =>
    withWebhooks(context, async (database) => ({ dispute: await openDispute(database, LOCATION.id, body) })),
  )
  app.put<ById>('/simulator/disputes/:id', ({ params, body }) =>
    withWebhooks(context, async (database) => ({ dispute: await changeDispute(database, params.id, body) })),
  )
  app.put('/simulator/webhook', async ({ body }) => {
    context.webhooks = openWebhooks(parseBody(Webhook, body), context.takeEffects, context.signal)
    return {}
  })
}

/** Runs `work` and sends webhooks about its changes. */
async function withWebhooks<T>(
  { pool, webhooks }: SimulatorContext,
  work: (database: SimulatorDatabase) => Promise<T>,
) {
  const changes: Change[] = []
  const result = await work({ pool, changed: (change) => void changes.push(change) })
  void webhooks?.post(webhooks.messagesOf(changes))
  return result
}
