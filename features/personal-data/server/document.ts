// The file of a person: one page that any browser opens without a network, and in it a link that holds the same data as
// JSON, for other programs.

import { formatMoment } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { answerText } from '#contract/order-items.ts'
import { html, type Markup } from '#server/platform/outbox/markup.ts'
import type { DataRow } from '#server/shop/accounts/person.ts'
import { allTables, heldTables, type PersonalData } from './register.ts'
import { DATA_FILE } from './texts.ts'

type Shop = { name: string; email: string; timeZone: string }

/** Tables of the shop whose rows are shown with their order. */
const OF_ORDERS = [
  'order_items',
  'parcels',
  'parcel_items',
  'payment_attempts',
  'refunds',
  'refund_items',
  'cancel_requests',
  'order_delays',
  'address_changes',
  'order_notes',
  'order_verify_log',
  'reconciliation_breaks',
  'disputes',
  'outbox',
]

/** Columns that connect rows or run the shop; they are in the JSON. */
const ONLY_IN_JSON_PATTERN =
  /(^id|Id|Key|By|Version|Attempt|Until|At)$|^(line|tries|processId|orderId|squareRefundId|image|prefix)$/
/** The columns among these that people read. */
const SHOWN_COLUMNS = [
  'createdAt',
  'paidAt',
  'deliveredAt',
  'collectedAt',
  'shippedAt',
  'canceledAt',
  'confirmedAt',
  'lastUsedAt',
  'usedAt',
  'emailVerifiedAt',
  'declinedAt',
  'answeredAt',
  'doneAt',
  'failedAt',
  'unsentAt',
  'deletedAt',
  'claimedAt',
  'paidBy',
  'shipBy',
  'wasBy',
  'answerBy',
]

/** Columns with codes, shown as words. */
const CODES = ['kind', 'state', 'origin', 'purpose', 'errorCode']

/** The file as HTML. All values are escaped. */
export function dataDocument(data: PersonalData, shop: Shop, now: Date): string {
  const json = JSON.stringify({ shop: shop.name, madeAt: now.toISOString(), ...data }, null, 2)
  const { orders = [], ...others } = data
  const rest = Object.entries(others).filter(([name]) => !tablesOfOrders().includes(name))
  const otherMails = (others.outbox ?? []).filter(({ orderId }) => orderId === null)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${DATA_FILE.title(shop.name)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${DATA_FILE.title(shop.name)}</h1>
<p>${DATA_FILE.lead(formatMoment(now, shop.timeZone))}</p>
<p>${DATA_FILE.kept}</p>
<p><a download="${DATA_FILE.jsonName}" href="data:application/json;base64,${Buffer.from(json).toString('base64')}">${DATA_FILE.json}</a></p>
${rest.map(([name, rows]) => section(headingOf(name), rows, shop))}
${orders.length > 0 ? html`<h2>${DATA_FILE.tables.orders ?? ''}</h2>` : ''}
${orders.map((order) => orderSection(order, others, shop))}
${section(DATA_FILE.tables.outbox ?? '', otherMails, shop)}
</main>
</body>
</html>
`
  return page.text
}

/** The names of the tables whose rows are shown with their order, those of the shop first. */
const tablesOfOrders = () => [...OF_ORDERS, ...heldTables().flatMap(({ name, isOfOrder }) => (isOfOrder ? [name] : []))]

function orderSection(order: DataRow, others: PersonalData, shop: Shop): Markup {
  const parts = tablesOfOrders().map((name) => {
    const rows = (others[name] ?? []).filter(({ orderId }) => orderId === order.id)
    if (rows.length === 0) return ''
    return html`<h4>${headingOf(name)}</h4>${rows.map((row) => factsOf(row, shop))}`
  })
  return html`<section><h3>${DATA_FILE.order(String(order.number))}</h3>${factsOf(order, shop)}${parts}</section>`
}

const section = (title: string, rows: DataRow[], shop: Shop) =>
  rows.length > 0 ? html`<section><h2>${title}</h2>${rows.map((row) => factsOf(row, shop))}</section>` : ''

/** The columns of a row that say something, each with its name. */
function factsOf(row: DataRow, shop: Shop): Markup | string {
  const facts = Object.entries(row).flatMap(([column, value]) => {
    const text = isShown(column) ? textOf(column, value, shop) : ''
    return text ? [html`<div><dt>${DATA_FILE.columns[column] ?? nameOf(column)}</dt><dd>${text}</dd></div>`] : []
  })
  return facts.length > 0 ? html`<dl>${facts}</dl>` : ''
}

const isShown = (column: string) => SHOWN_COLUMNS.includes(column) || !ONLY_IN_JSON_PATTERN.test(column)

function textOf(column: string, value: unknown, shop: Shop): string {
  if (value === null || value === undefined || value === '' || value === false) return ''
  if (value === true) return DATA_FILE.yes
  if (value instanceof Date) return formatMoment(value, shop.timeZone)
  if (column.endsWith('Cents')) return formatDollars(Number(value))
  if (column === 'answers') return (value as { label: string; answer: string }[]).map(answerText).join(', ')
  if (CODES.includes(column)) return String(value).replaceAll('_', ' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** `giftNote` is "Gift note", `totalCents` "Total". */
function nameOf(column: string) {
  const words = column.replace(/Cents$/, '').replaceAll(/([A-Z])/g, ' $1')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

function headingOf(table: string) {
  const heldTable = allTables()[table]
  const ofFeature = heldTable && 'title' in heldTable ? heldTable.title : undefined
  return DATA_FILE.tables[table] ?? ofFeature ?? nameOf(table.replaceAll('_', ' '))
}

const STYLE = html`body{margin:0;background:#faf7f2;color:#2b2622;font:16px/1.5 system-ui,sans-serif}main{max-width:44rem;margin:0 auto;padding:2rem 1.25rem 4rem}h1{font-size:1.75rem;line-height:1.2}h2{margin:2.5rem 0 .75rem;font-size:1.375rem}h3{margin:0 0 .75rem;font-size:1.125rem}h4{margin:1.25rem 0 .5rem;font-size:1rem}section section,h2~section:has(h3){margin:0 0 1.5rem;padding:1.25rem;background:#fff;border:1px solid #e5ddd2;border-radius:.75rem}dl{margin:0 0 .75rem;padding:.5rem 1rem;background:#fff;border:1px solid #e5ddd2;border-radius:.5rem}dl>div{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:.375rem 0}dt{flex:0 0 11rem;color:#6b6259}dd{flex:1 1 16rem;margin:0;overflow-wrap:anywhere;white-space:pre-line}a{color:#7a3b21}`
