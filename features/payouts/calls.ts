import {
  Discrepancy,
  DiscrepancyKey,
  DiscrepancyNote,
  DiscrepancyPage,
  DiscrepancyQuery,
} from '#contract/admin/discrepancies.ts'
import {
  Disputes,
  MoneyCheck,
  MoneyChecked,
  MoneyCheckQuery,
  PayoutKey,
  PayoutPage,
  PayoutQuery,
} from '#contract/admin/money-check.ts'
import { defineCalls, defineCallsOf } from '#contract/calls/define-calls.ts'
import { OrderKey } from '#contract/orders.ts'

export const payoutCalls = {
  ...defineCalls({
    'GET /api/discrepancies': {
      access: 'admin',
      part: 'money',
      id: 'listDiscrepancies',
      summary: 'List differences between the payments of the shop and of the card service',
      query: DiscrepancyQuery,
      answer: DiscrepancyPage,
    },
    'PUT /api/discrepancies/:id': {
      access: 'admin',
      id: 'closeDiscrepancy',
      summary: 'Close a discrepancy with a note',
      params: DiscrepancyKey,
      body: DiscrepancyNote,
      answer: Discrepancy,
    },
    'POST /api/discrepancies/:id/settle': {
      access: 'recent admin',
      id: 'settleDiscrepancy',
      summary: 'Do the step by which the shop itself settles a discrepancy',
      params: DiscrepancyKey,
      answer: Discrepancy,
    },
    'GET /api/money-check': {
      access: 'admin',
      part: 'money',
      id: 'getMoneyCheck',
      summary: 'Compare the money of a month with the payouts',
      query: MoneyCheckQuery,
      answer: MoneyCheck,
    },
    'POST /api/money-check': {
      access: 'admin',
      id: 'checkMoney',
      summary: 'Read new payouts and compare them now',
      answer: MoneyChecked,
    },
    'GET /api/payouts/:id': {
      access: 'admin',
      part: 'money',
      id: 'getPayout',
      summary: 'Get a payout with a page of its entries',
      params: PayoutKey,
      query: PayoutQuery,
      answer: PayoutPage,
    },
  }),
  ...defineCallsOf('orders', {
    'GET /api/orders/:id/disputes': {
      access: 'admin',
      id: 'listDisputes',
      summary: 'List the disputes of an order',
      params: OrderKey,
      answer: Disputes,
    },
  }),
}
