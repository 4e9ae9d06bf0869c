import { z } from 'zod'
import type { Dispute } from '../square-api.ts'
import { newId, type SimulatorDatabase } from './database.ts'
import { Money, notFound, parseBody } from './errors.ts'
import type { Answer } from './types.ts'

const NewDispute = z.strictObject({
  payment_id: z.string().min(1),
  amount_money: Money,
  reason: z.enum(['NO_KNOWLEDGE', 'NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'DUPLICATE']).default('NOT_RECEIVED'),
  state: z.enum(['INQUIRY_EVIDENCE_REQUIRED', 'EVIDENCE_REQUIRED']).default('EVIDENCE_REQUIRED'),
})
const DisputeChange = z.strictObject({
  state: z.enum(['INQUIRY_PROCESSING', 'INQUIRY_CLOSED', 'EVIDENCE_REQUIRED', 'PROCESSING', 'WON', 'LOST', 'ACCEPTED']),
})

const DUE_IN_MS = 14 * 24 * 3600 * 1000

/** GET /v2/disputes: all disputes. */
export async function listDisputes({ pool }: SimulatorDatabase): Promise<Answer> {
  const { rows } = await pool.query<{ dispute: Dispute }>('select dispute from square_simulator.disputes order by id')
  return { status: 200, body: rows.length > 0 ? { disputes: rows.map(({ dispute }) => dispute) } : {} }
}

/** Opens a dispute, as a buyer's bank does. Answers the dispute. */
export async function openDispute(database: SimulatorDatabase, locationId: string, body: unknown): Promise<Dispute> {
  const { payment_id, amount_money, reason, state } = parseBody(NewDispute, body)
  const now = new Date()
  const id = newId()
  const dispute: Dispute = {
    id,
    dispute_id: id,
    amount_money,
    reason,
    state,
    due_at: new Date(now.getTime() + DUE_IN_MS).toISOString(),
    disputed_payment: { payment_id },
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    version: 1,
    location_id: locationId,
  }
  await database.pool.query('insert into square_simulator.disputes (id, dispute) values ($1, $2)', [id, dispute])
  database.changed({ type: 'dispute.created', object: { dispute } })
  return dispute
}

/** Changes the state of a dispute, as the bank does. Answers the dispute. */
export async function changeDispute(database: SimulatorDatabase, id: string, body: unknown): Promise<Dispute> {
  const { rows } = await database.pool.query<{ dispute: Dispute }>(
    'update square_simulator.disputes set dispute = dispute || $2 where id = $1 returning dispute',
    [id, { ...parseBody(DisputeChange, body), updated_at: new Date().toISOString() }],
  )
  const dispute = rows[0]?.dispute
  if (!dispute) throw notFound(`dispute with id: ${id}`)
  database.changed({ type: 'dispute.state.updated', object: { dispute } })
  return dispute
}
