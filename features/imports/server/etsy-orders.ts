// Etsy's sold order items (EtsySoldOrderItems.csv): a row for each item, with what the order has as a whole repeated.
// They have no email addresses and no total of the order.

import type { TableRow } from './csv-table.ts'
import { entitiesRead } from './etsy.ts'
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
import { IMPORT_NOTES, IMPORT_PROBLEMS, PAST_STATUS } from './texts.ts'

const USED_COLUMNS = new Set([
  ...['sale date', 'item name', 'buyer', 'quantity', 'price', 'discount amount', 'shipping discount', 'order shipping'],
  ...['order sales tax', 'item total', 'currency', 'date shipped', 'ship name', 'ship address1', 'ship address2'],
  ...['ship city', 'ship state', 'ship zipcode', 'ship country', 'order id', 'variations', 'sku'],
])

export const etsyOrders: PastFormat = {
  name: 'etsy',
  isOf: (columns) => ['sale date', 'item name', 'order id'].every((name) => columns.has(name)),
  uses: (column) => USED_COLUMNS.has(column),
  groupOf: (row) => row.cell('order id').trim() || null,
  orderOf,
}

function orderOf(rows: [TableRow, ...TableRow[]]): PastOrder {
  const [first] = rows
  const cell = (column: string) => rows.map((row) => row.cell(column)).find((text) => text.trim() !== '') ?? ''
  const notes: string[] = []
  const key = pastLine(cell('order id'))
  const items = rows.map((row) => itemOf(row, notes))
  const shippedOn = pastDayOf(cell('date shipped'))
  const recipient = pastLine(entitiesRead(cell('ship name')))
  return {
    ...{ key, number: key, line: first.line, lastLine: rows.at(-1)?.lastLine ?? first.lastLine },
    day: pastDayOf(cell('sale date')),
    customer: buyerOf(pastLine(entitiesRead(cell('buyer'))), recipient, key),
    recipient,
    address: addressOf(
      entitiesRead(cell('ship address1')),
      entitiesRead(cell('ship address2')),
      [cell('ship city'), cell('ship state'), cell('ship zipcode')].filter(Boolean).join(' '),
      cell('ship country'),
    ),
    status: shippedOn ? PAST_STATUS.shipped(shippedOn) : '',
    currency: currencyOf(cell('currency')),
    items,
    amounts: amountsOf(rows, items, notes),
    notes,
    ...(!key && { problem: IMPORT_PROBLEMS.noOrderId }),
  }
}

function itemOf(row: TableRow, notes: string[]): PastItem {
  return {
    name: pastLine(entitiesRead(row.cell('item name'))),
    options: pastLine(entitiesRead(row.cell('variations'))),
    sku: pastLine(row.cell('sku')),
    qty: qtyIn(row.cell('quantity'), notes),
    price: amountOf(row.cell('price'), notes),
  }
}

/** The file names buyers as `Jane Doe (janedoe)` or by their user name alone; without an account by nothing. */
function buyerOf(buyer: string, recipient: string, orderId: string) {
  const [, buyerName, account] = /^(.*)\(([^()]+)\)$/.exec(buyer) ?? []
  const name = buyerName?.trim() || recipient || buyer
  const accountName = account?.trim() || buyer
  return { key: accountName ? accountName.toLowerCase() : `order ${orderId}`, name, email: '' }
}

/**
 * Items, shipping and tax as exported. The total is their sum less discounts: an item's total of the file is either
 * before or after its discount, which its price and quantity show.
 */
function amountsOf(rows: TableRow[], items: PastItem[], notes: string[]): PastOrder['amounts'] {
  const of = (row: TableRow, column: string) => amountOf(row.cell(column), notes)
  const once = (column: string) => rows.map((row) => of(row, column)).find((amount) => amount !== null) ?? null
  const goods = items.map(({ price, qty }) => (price === null ? null : price * qty))
  const discounts = rows.map((row) => Math.abs(of(row, 'discount amount') ?? 0))
  const paidAmounts = rows.map((row, at) => {
    const full = goods[at] ?? null
    const total = of(row, 'item total') ?? full
    return total === null ? null : total - (total === full ? (discounts[at] ?? 0) : 0)
  })
  const shipping = once('order shipping')
  const lessShipping = Math.abs(once('shipping discount') ?? 0)
  const tax = once('order sales tax')
  // Discounts of a whole order could stand in each of its rows.
  const isUnclear = rows.length > 1 && discounts.some((discount) => discount > 0)
  if (isUnclear) notes.push(IMPORT_NOTES.noTotal)
  return {
    items: sumOf(goods),
    discount: isUnclear ? null : discounts.reduce((sum, one) => sum + one, lessShipping),
    shipping,
    tax,
    total: isUnclear ? null : sumOf([...paidAmounts, shipping ?? 0, -lessShipping, tax ?? 0]),
    refunded: null,
  }
}
