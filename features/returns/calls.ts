import { defineCallsOf } from '#contract/calls/define-calls.ts'
import { OrderKey } from '#contract/orders.ts'
import { Done } from '#contract/users.ts'
import {
  AcceptedReturn,
  AdminReturn,
  AdminReturnPage,
  RefusedReturn,
  ReturnKey,
  ReturnPolicy,
  ReturnQuery,
} from './admin-contract.ts'
import { NewReturn, OrderReturns } from './contract.ts'

export const returnCalls = defineCallsOf('orders', {
  'GET /api/orders/:id/returns': {
    access: 'buyer or link',
    id: 'getOrderReturns',
    summary: 'Get the returns of an order, and what can be returned now',
    params: OrderKey,
    answer: OrderReturns,
  },
  'POST /api/orders/:id/returns': {
    access: 'buyer or link',
    id: 'askReturn',
    summary: 'Ask to return pieces of an order',
    params: OrderKey,
    body: NewReturn,
    status: 201,
    answer: OrderReturns,
  },
  'GET /api/returns': {
    access: 'admin',
    id: 'listReturns',
    summary: 'List returns, and withdrawals that name no order',
    query: ReturnQuery,
    answer: AdminReturnPage,
  },
  'PUT /api/returns/:id/accepted': {
    access: 'admin',
    id: 'acceptReturn',
    summary: 'Accept a return, by email',
    params: ReturnKey,
    body: AcceptedReturn,
    answer: AdminReturn,
  },
  'PUT /api/returns/:id/refused': {
    access: 'admin',
    id: 'refuseReturn',
    summary: 'Refuse a return with a reason, by email',
    params: ReturnKey,
    body: RefusedReturn,
    answer: AdminReturn,
  },
  'PUT /api/returns/unmatched/:id/done': {
    access: 'admin',
    id: 'closeWithdrawal',
    summary: 'Take a withdrawal that names no order off the list',
    params: ReturnKey,
    answer: Done,
  },
  'GET /api/returns/policy': {
    access: 'admin',
    id: 'getReturnPolicy',
    summary: 'Get the return policy',
    answer: ReturnPolicy,
  },
  'PUT /api/returns/policy': {
    access: 'admin',
    part: undefined,
    id: 'saveReturnPolicy',
    summary: 'Save the return policy',
    body: ReturnPolicy,
    answer: ReturnPolicy,
  },
})
