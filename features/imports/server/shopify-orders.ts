// Shopify's export of orders: the first row of an order is full, further rows have one item each.

import type { TableRow } from './csv-table.ts'
import {
  addressOf,
  amountOf,
  currencyOf,
  type PastFormat,
  type PastItem,
  type PastOrder,
  pastDayOf,
  pastLine,
  qtyIn,
  sumOf,
} from './past-order.ts'
import { IMPORT_PROBLEMS, PAST_STATUS } from './texts.ts'

const ADDRESS = ['name', 'company', 'address1', 'address2', 'street', 'city', 'zip', 'province', 'country']
const USED_COLUMNS = new Set([
  ...['name', 'email', 'financial status', 'fulfillment status', 'currency', 'subtotal', 'shipping', 'taxes', 'total'],
  ...['discount amount', 'created at', 'paid at', 'cancelled at', 'refunded amount', 'id', 'lineitem quantity'],
  ...['lineitem name', 'lineitem price', 'lineitem sku'],
  ...['billing', 'shipping'].flatMap((whose) => ADDRESS.map((part) => `${whose} ${part}`)),
])

export const shopifyOrders: PastFormat = {
  name: 'shopify',
  isOf: (columns) => ['name', 'lineitem name', 'lineitem quantity'].every((name) => columns.has(name)),
  uses: (column) => USED_COLUMNS.has(column),
  groupOf: (row) => row.cell('name').trim() || null,
  orderOf,
}

function orderOf(rows: [TableRow, ...TableRow[]]): PastOrder {
  const [first] = rows
  const notes: string[] = []
  const number = pastLine(first.cell('name'))
  const key = pastLine(first.cell('id').replace(/^'/, '')) || number
  const amount = (column: string) => amountOf(first.cell(column), notes)
  const email = pastLine(first.cell('email')).toLowerCase()
  const name = pastLine(first.cell('billing name') || first.cell('shipping name'))
  const canceledOn = pastDayOf(first.cell('cancelled at'))
  const items = rows.filter(hasItem).map((row) => itemOf(row, notes))
  return {
    ...{ key, number, line: first.line, lastLine: rows.at(-1)?.lastLine ?? first.lastLine },
    day: pastDayOf(first.cell('created at')) ?? pastDayOf(first.cell('paid at')),
    // Without an email address every order has a buyer of its own: a name says nothing about who it is.
    customer: email || name ? { key: email || `order ${key}`, name, email } : null,
    recipient: pastLine(first.cell('shipping name') || first.cell('billing name')),
    address: addressIn(first),
    status: [
      first.cell('financial status'),
      first.cell('fulfillment status'),
      canceledOn && PAST_STATUS.canceled(canceledOn),
    ]
      .map((text) => pastLine(text ?? '').replaceAll('_', ' '))
      .filter(Boolean)
      .join(', '),
    currency: currencyOf(first.cell('currency')),
    items,
    amounts: {
      items: amount('subtotal') ?? sumOf(items.map(({ price, qty }) => (price === null ? null : price * qty))),
      discount: amount('discount amount'),
      shipping: amount('shipping'),
      tax: amount('taxes'),
      total: amount('total'),
      refunded: amount('refunded amount'),
    },
    notes,
    ...(!number && { problem: IMPORT_PROBLEMS.noOrderId }),
  }
}

const hasItem = (row: TableRow) => row.cell('lineitem name').trim() !== '' || row.cell('lineitem sku').trim() !== ''

function itemOf(row: TableRow, notes: string[]): PastItem {
  const name = pastLine(row.cell('lineitem name'))
  // A variant stands behind the name of its product.
  const at = name.lastIndexOf(' - ')
  const [productName, options] = at > 0 ? [name.slice(0, at), name.slice(at + 3)] : [name, '']
  return {
    name: productName,
    options,
    sku: pastLine(row.cell('lineitem sku').replace(/^'(?=\d)/, '')),
    qty: qtyIn(row.cell('lineitem quantity'), notes),
    price: amountOf(row.cell('lineitem price'), notes),
  }
}

/** Where it went, or else whom it was billed to. */
function addressIn(row: TableRow) {
  for (const whose of ['shipping', 'billing']) {
    const part = (name: string) => row.cell(`${whose} ${name}`).replace(/^'(?=\d)/, '')
    const street = addressOf(part('address1'), part('address2'))
    const lines = addressOf(
      part('company'),
      ...(street.length > 0 ? street : [part('street')]),
      [part('city'), part('province'), part('zip')].filter(Boolean).join(' '),
      part('country'),
    )
    if (lines.length > 0) return lines
  }
  return []
}
