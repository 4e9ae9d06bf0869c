import type { components } from '../square-api.d.ts'
import { cancelByKey, cancelPayment, completePayment } from './complete-cancel.ts'
import type { Books } from './database.ts'
import { listDisputes } from './disputes.ts'
import { notFound } from './errors.ts'
import { listPayments, listRefunds } from './lists.ts'
import { createPayment, readPayment } from './payments.ts'
import { createRefund, readRefund } from './refunds.ts'
import type { Answer, Quirks } from './types.ts'

export const LOCATION = {
  id: 'LSIMULATOR',
  name: 'Simulator',
  status: 'ACTIVE',
  currency: 'USD',
  country: 'US',
  capabilities: ['CREDIT_CARD_PROCESSING'],
} satisfies components['schemas']['Location']

type Asked = { id: string; body: unknown; query: unknown }
type Operation = {
  name: OperationName
  method: 'GET' | 'POST'
  url: string
  work(books: Books, asked: Asked, quirks: Quirks): Promise<Answer>
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
  | 'getLocation'

/** The calls of Square's API that the shop makes. */
export const OPERATIONS: Operation[] = [
  {
    name: 'createPayment',
    method: 'POST',
    url: '/v2/payments',
    work: (books, { body }, { decline }) => createPayment(books, LOCATION.id, body, decline),
  },
  {
    name: 'listPayments',
    method: 'GET',
    url: '/v2/payments',
    work: (books, { query }, quirks) => listPayments(books, LOCATION.id, query, quirks),
  },
  {
    name: 'cancelByKey',
    method: 'POST',
    url: '/v2/payments/cancel',
    work: (books, { body }) => cancelByKey(books, body),
  },
  { name: 'getPayment', method: 'GET', url: '/v2/payments/:id', work: (books, { id }) => readPayment(books, id) },
  {
    name: 'completePayment',
    method: 'POST',
    url: '/v2/payments/:id/complete',
    work: (books, { id, body }) => completePayment(books, id, body),
  },
  {
    name: 'cancelPayment',
    method: 'POST',
    url: '/v2/payments/:id/cancel',
    work: (books, { id }) => cancelPayment(books, id),
  },
  { name: 'createRefund', method: 'POST', url: '/v2/refunds', work: (books, { body }) => createRefund(books, body) },
  {
    name: 'getRefund',
    method: 'GET',
    url: '/v2/refunds/:id',
    work: (books, { id }, { pending }) => readRefund(books, id, pending),
  },
  {
    name: 'listRefunds',
    method: 'GET',
    url: '/v2/refunds',
    work: (books, { query }) => listRefunds(books, LOCATION.id, query),
  },
  { name: 'listDisputes', method: 'GET', url: '/v2/disputes', work: (books) => listDisputes(books) },
  { name: 'getLocation', method: 'GET', url: '/v2/locations/:id', work: async (_, { id }) => readLocation(id) },
]

function readLocation(id: string): Answer {
  if (id !== LOCATION.id) throw notFound(`location ${id}`)
  return { status: 200, body: { location: LOCATION } }
}
