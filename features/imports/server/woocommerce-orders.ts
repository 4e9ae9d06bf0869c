// Orders of WooCommerce, which exports none itself: the columns of the plug-in Advanced Order Export, with a row for each
// item. What the order has as a whole stands in each row, or in its first one alone.
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
import { IMPORT_PROBLEMS } from './texts.ts'

const ADDRESS = ['first name', 'last name', 'company', 'address 1&2', 'address 1', 'address 2', 'city', 'state code']
const ADDRESS_END = ['state', 'postcode', 'country code', 'country']
const ITEM_NAMES = ['item name', 'product name', 'name']
const USED_COLUMNS = new Set([
  ...['order number', 'order id', 'order status', 'order date', 'email (billing)', 'order currency', 'currency'],
  ...['order subtotal amount', 'cart discount amount', 'order shipping amount', 'order total tax amount'],
  ...['order tax amount', 'order total amount', 'order refund amount', 'item #', 'sku', 'product variation'],
  ...['quantity', 'item cost', ...ITEM_NAMES],
  ...['billing', 'shipping'].flatMap((whose) => [...ADDRESS, ...ADDRESS_END].map((part) => `${part} (${whose})`)),
])

export const woocommerceOrders: PastFormat = {
  name: 'woocommerce',
  isOf: (columns) => ['order number', 'order date', 'order status', 'item cost'].every((name) => columns.has(name)),
  uses: (column) => USED_COLUMNS.has(column),
  groupOf: (row) => row.cell('order number').trim(),
  orderOf,
}

function orderOf(rows: [TableRow, ...TableRow[]]): PastOrder {
  const [first] = rows
  const notes: string[] = []
  const cell = (...columns: string[]) => columns.map((column) => first.cell(column).trim()).find(Boolean) ?? ''
  const amount = (...columns: string[]) => amountOf(cell(...columns), notes)
  const number = pastLine(cell('order number'))
  const key = pastLine(cell('order id')) || number
  const nameOf = (whose: string) => pastLine(`${cell(`first name (${whose})`)} ${cell(`last name (${whose})`)}`)
  const email = pastLine(cell('email (billing)')).toLowerCase()
  const name = nameOf('billing') || nameOf('shipping')
  const items = rows.filter(hasItem).map((row) => itemOf(row, notes))
  return {
    ...{ key, number, line: first.line, lastLine: rows.at(-1)?.lastLine ?? first.lastLine },
    day: pastDayOf(cell('order date')),
    // Without an email address every order has a buyer of its own: a name says nothing about who it is.
    customer: email || name ? { key: email || `order ${key}`, name, email } : null,
    recipient: nameOf('shipping') || nameOf('billing'),
    address: addressIn(cell),
    status: pastLine(cell('order status')).replace(/^wc-/, '').replaceAll('-', ' ').toLowerCase(),
    currency: currencyOf(cell('order currency', 'currency')),
    items,
    amounts: {
      items:
        amount('order subtotal amount') ?? sumOf(items.map(({ price, qty }) => (price === null ? null : price * qty))),
      discount: amount('cart discount amount'),
      shipping: amount('order shipping amount'),
      tax: amount('order total tax amount', 'order tax amount'),
      total: amount('order total amount'),
      refunded: amount('order refund amount'),
    },
    notes,
    ...(!number && { problem: IMPORT_PROBLEMS.noOrderId }),
  }
}

const itemName = (row: TableRow) => ITEM_NAMES.map((column) => row.cell(column).trim()).find(Boolean) ?? ''
const hasItem = (row: TableRow) => itemName(row) !== '' || row.cell('sku').trim() !== ''

const itemOf = (row: TableRow, notes: string[]): PastItem => ({
  name: pastLine(itemName(row)),
  options: pastLine(row.cell('product variation')),
  sku: pastLine(row.cell('sku')),
  qty: qtyIn(row.cell('quantity'), notes),
  price: amountOf(row.cell('item cost'), notes),
})

/** Where it went, or else whom it was billed to. */
function addressIn(cell: (...columns: string[]) => string) {
  for (const whose of ['shipping', 'billing']) {
    const part = (...names: string[]) => cell(...names.map((name) => `${name} (${whose})`))
    const lines = addressOf(
      part('company'),
      part('address 1&2') || part('address 1'),
      part('address 2'),
      [part('city'), part('state code', 'state'), part('postcode')].filter(Boolean).join(' '),
      part('country code', 'country'),
    )
    if (lines.length > 0) return lines
  }
  return []
}
