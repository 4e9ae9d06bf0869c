import {
  TaxStates,
  ZipRate,
  ZipRateKey,
  ZipTableAccount,
  ZipTableKey,
  ZipTableQuery,
} from '#contract/admin/sales-tax.ts'
import { defineCalls } from '#contract/calls/define-calls.ts'

export const taxCalls = defineCalls({
  'GET /api/tax': {
    access: 'admin',
    part: 'money',
    id: 'getTaxStates',
    summary: 'Get the states with their tables of tax rates, and what they lack',
    answer: TaxStates,
  },
  'POST /api/tax/rates/:state': {
    access: 'admin',
    id: 'loadTaxRates',
    summary: 'Replace the tax rates of a state by a CSV file',
    params: ZipTableKey,
    query: ZipTableQuery,
    answer: ZipTableAccount,
  },
  'PUT /api/tax/rates/:state/:zip': {
    access: 'admin',
    id: 'setTaxRate',
    summary: 'Set the tax rate of a ZIP code',
    params: ZipRateKey,
    body: ZipRate,
    answer: TaxStates,
  },
})
