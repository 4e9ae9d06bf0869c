import { defineCalls } from '#contract/calls/define-calls.ts'
import { Customer, CustomerKey, CustomerNote, CustomerPage, CustomerQuery } from './contract.ts'

export const customerCalls = defineCalls({
  'GET /api/customers': {
    access: 'admin',
    id: 'listCustomers',
    summary: 'List those who have an account or ordered as a guest, with what they spent',
    query: CustomerQuery,
    answer: CustomerPage,
  },
  'GET /api/customers/:id': {
    access: 'admin',
    id: 'getCustomer',
    summary: 'Get a customer with their orders and the note about them',
    params: CustomerKey,
    answer: Customer,
  },
  'PUT /api/customers/:id/note': {
    access: 'admin',
    id: 'updateCustomerNote',
    summary: 'Change the note about a customer',
    params: CustomerKey,
    body: CustomerNote,
    answer: Customer,
  },
  'PUT /api/customers/:id/merged': {
    access: 'signed-in admin',
    id: 'mergeCustomer',
    summary: 'Count the orders of a guest as those of the account with the same confirmed address',
    params: CustomerKey,
    answer: Customer,
  },
  'DELETE /api/customers/:id/merged': {
    access: 'signed-in admin',
    id: 'separateCustomer',
    summary: 'Take back that the orders of a guest count as those of an account',
    params: CustomerKey,
    answer: Customer,
  },
})
