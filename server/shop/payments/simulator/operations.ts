import type { Location } from '../square-api.ts'
import { cancelByKey, cancelPayment, completePayment } from './complete-cancel.ts'
import type { SimulatorDatabase } from './database.ts'
import { listDisputes } from './disputes.ts'
import { notFound } from './errors.ts'
import { listPayments, listRefunds } from './lists.ts'
import { createPayment, readPayment } from './payments.ts'
import { listPayoutEntries, listPayouts } from './payouts.ts'
import { createRefund, readRefund } from './refunds.ts'
import type { Answer, Quirks } from './types.ts'

export const LOCATION = {
  id: 'LSIMULATOR',
  name: 'Simulator',
  status: 'ACTIVE',
  currency: 'USD',
  country: 'US',
  capabilities: ['CREDIT_CARD_PROCESSING'],
} satisfies Location

type Request = { id: string; body: unknown; query: unknown }
type Operation = {
  name: OperationName
  method: 'GET' | 'POST'
  url: string
  work(database: SimulatorDatabase, asked: Request, quirks: Quirks): Promise<Answer>
}

export type OperationName =
  | 'createPayment'
  | 'listPayments'
  | 'cancelByKey'
  | 'getPayment'
  | 'completePayment'
  | 'cancelPayment'
  | 'createRefund'
  | 'getRefund'
  | 'listRefunds'
  | 'listDisputes'
  | 'listPayouts'
  | 'listPayoutEntries'
  | 'listLocations'
  | 'getLocation'

/** The operations of Square's API that the shop uses. */
export const OPERATIONS: Operation[] = [
  {
    name: 'createPayment',
    method: 'POST',
    url: '/v2/payments',
    work: (database, { body }, { decline }) => createPayment(database, LOCATION.id, body, decline),
  },
  {
    name: 'listPayments',
    method: 'GET',
    url: '/v2/payments',
    work: (database, { query }, quirks) => listPayments(database, LOCATION.id, query, quirks),
  },
  {
    name: 'cancelByKey',
    method: 'POST',
    url: '/v2/payments/cancel',
    work: (database, { body }) => cancelByKey(database, body),
  },
  { name: 'getPayment', method: 'GET', url: '/v2/payments/:id', work: (database, { id }) => readPayment(database, id) },
  {
    name: 'completePayment',
    method: 'POST',
    url: '/v2/payments/:id/complete',
    work: (database, { id, body }) => completePayment(database, id, body),
  },
  {
    name: 'cancelPayment',
    method: 'POST',
    url: '/v2/payments/:id/cancel',
    work: (database, { id }) => cancelPayment(database, id),
  },
  {
    name: 'createRefund',
    method: 'POST',
    url: '/v2/refunds',
    work: (database, { body }) => createRefund(database, body),
  },
  {
    name: 'getRefund',
    method: 'GET',
    url: '/v2/refunds/:id',
    work: (database, { id }, { pending }) => readRefund(database, id, pending),
  },
  {
    name: 'listRefunds',
    method: 'GET',
    url: '/v2/refunds',
    work: (database, { query }) => listRefunds(database, LOCATION.id, query),
  },
  { name: 'listDisputes', method: 'GET', url: '/v2/disputes', work: (database) => listDisputes(database) },
  {
    name: 'listPayouts',
    method: 'GET',
    url: '/v2/payouts',
    work: (database, { query }, { pageSize }) => listPayouts(database, LOCATION.id, query, pageSize),
  },
  {
    name: 'listPayoutEntries',
    method: 'GET',
    url: '/v2/payouts/:id/payout-entries',
    work: (database, { id, query }, { pageSize }) => listPayoutEntries(database, id, query, pageSize),
  },
  {
    name: 'listLocations',
    method: 'GET',
    url: '/v2/locations',
    work: async () => ({ status: 200, body: { locations: [LOCATION] } }),
  },
  { name: 'getLocation', method: 'GET', url: '/v2/locations/:id', work: async (_, { id }) => readLocation(id) },
]

function readLocation(id: string): Answer {
  if (id !== LOCATION.id) throw notFound(`location ${id}`)
  return { status: 200, body: { location: LOCATION } }
}
