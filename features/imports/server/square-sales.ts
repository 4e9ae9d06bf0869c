// Square's sales: the file of items, which has the pieces of each sale, and the file of transactions, which has what was
// paid and of the pieces at most a list in words. Neither has email or postal addresses. A refund is a sale of its own
// in them and does not say of what, so it is reported and left out.

import type { TableRow } from './csv-table.ts'
import {
  amountOf,
  type PastFormat,
  type PastItem,
  type PastOrder,
  pastDayOf,
  pastLine,
  qtyIn,
  sumOf,
} from './past-order.ts'
import { IMPORT_NOTES, IMPORT_PROBLEMS } from './texts.ts'

const COMMON = ['date', 'transaction id', 'event type', 'customer id', 'customer name', 'tax', 'discounts']

const idOf = (row: TableRow) => pastLine(row.cell('transaction id'))
const isRefund = (row: TableRow) => /refund/i.test(row.cell('event type'))
/** Refunds apart from their sales. */
const groupOf = (row: TableRow) => (idOf(row) ? `${idOf(row)}${isRefund(row) ? ' refund' : ''}` : null)

/** A row for each item of a sale. */
export const squareItems: PastFormat = {
  name: 'square',
  isOf: (columns) => ['transaction id', 'item', 'qty'].every((name) => columns.has(name)),
  uses: (column) =>
    [...COMMON, 'item', 'qty', 'price point name', 'sku', 'modifiers applied', 'gross sales', 'net sales'].includes(
      column,
    ),
  groupOf,
  orderOf(rows) {
    const notes: string[] = []
    const of = (column: string) => sumOf(rows.map((row) => amountOf(row.cell(column), notes)))
    const [discount, tax, net] = [of('discounts'), of('tax'), of('net sales')]
    return {
      ...saleOf(rows, notes),
      items: rows.map((row) => itemOf(row, notes)),
      amounts: {
        items: of('gross sales'),
        discount: discount === null ? null : Math.abs(discount),
        shipping: null,
        tax,
        total: sumOf([net, tax ?? 0]),
        refunded: null,
      },
    }
  },
}

/** A row for each sale. */
export const squareTransactions: PastFormat = {
  name: 'square',
  isOf: (columns) => columns.has('transaction id') && columns.has('total collected'),
  uses: (column) => [...COMMON, 'gross sales', 'partial refunds', 'total collected', 'description'].includes(column),
  groupOf,
  orderOf(rows) {
    const [row] = rows
    const notes: string[] = [IMPORT_NOTES.withoutItems]
    const amount = (column: string) => amountOf(row.cell(column), notes)
    const [discount, refund] = [amount('discounts'), amount('partial refunds')]
    const productName = pastLine(row.cell('description'))
    return {
      ...saleOf(rows, notes),
      items: productName ? [{ name: productName, options: '', sku: '', qty: 1, price: amount('gross sales') }] : [],
      amounts: {
        items: amount('gross sales'),
        discount: discount === null ? null : Math.abs(discount),
        shipping: null,
        tax: amount('tax'),
        total: amount('total collected'),
        refunded: refund === null ? null : Math.abs(refund),
      },
    }
  },
}

function saleOf(rows: [TableRow, ...TableRow[]], notes: string[]): Omit<PastOrder, 'items' | 'amounts'> {
  const [first] = rows
  const key = groupOf(first) ?? ''
  const name = pastLine(first.cell('customer name'))
  const customerId = pastLine(first.cell('customer id'))
  const problem = isRefund(first) ? IMPORT_PROBLEMS.refund : !idOf(first) ? IMPORT_PROBLEMS.noOrderId : undefined
  return {
    ...{ key, number: idOf(first), line: first.line, lastLine: rows.at(-1)?.lastLine ?? first.lastLine },
    day: pastDayOf(first.cell('date')),
    customer: customerId || name ? { key: customerId || `order ${key}`, name, email: '' } : null,
    ...{ recipient: '', address: [], status: '', currency: 'USD', notes },
    ...(problem && { problem }),
  }
}

function itemOf(row: TableRow, notes: string[]): PastItem {
  // Square writes 1.0 and, of goods by weight, fractions.
  const qty = qtyIn(row.cell('qty').replace(/\.0+$/, ''), notes)
  const gross = amountOf(row.cell('gross sales'), notes)
  const options = [row.cell('price point name'), row.cell('modifiers applied')].map(pastLine).filter(Boolean)
  return {
    name: pastLine(row.cell('item')),
    options: options.join(', '),
    sku: pastLine(row.cell('sku')),
    qty,
    price: gross !== null && qty > 0 ? Math.round(gross / qty) : gross,
  }
}
