// Marks orders as shipped by the file of tracking numbers that a postage service exports after its labels are printed.
import { inArray, or } from 'drizzle-orm'
import type { TrackingOutcome, TrackingReport, TrackingRow } from '#contract/admin/tracking.ts'
import { CARRIERS } from '#contract/carriers.ts'
import { carrierOf, tidyTrackingNumber } from '#contract/tracking-numbers.ts'
import type { Database } from '../db/client.ts'
import { isRefunded, orders } from '../db/order-schema.ts'
import { AppError } from '../errors.ts'
import { readCsv } from '../lib/read-csv.ts'
import { TRACKING } from '../texts/orders.ts'
import { markAllShipped } from './shipping.ts'

/** The headings of each column, without anything but letters. */
const COLUMNS = {
  order: ['orderid', 'ordernumber', 'order', 'orderno'],
  trackingNumber: ['trackingnumber', 'tracking', 'trackingno', 'trackingid'],
  carrier: ['carrier', 'service', 'shippingcarrier'],
  status: ['status', 'trackingstatus', 'labelstatus'],
}

type Column = keyof typeof COLUMNS
type FileRow = Record<Column, string> & { line: number }
type Known = { id: string; number: number; state: string; isShipped: boolean; isRefunded: boolean; isDeleted: boolean }

/**
 * Says of each row of a tracking file what becomes of it, and unless `dryRun`, marks the orders as shipped and queues
 * one message to each buyer. A second run of the same file does nothing. Throws tracking_file_refused when the file is
 * not CSV or lacks a column.
 */
export async function applyTrackingFile(db: Database, file: string, dryRun: boolean): Promise<TrackingReport> {
  const rows = await readRows(file)
  const planned = plan(rows, await ordersOf(db, rows))
  const ready = planned.filter(({ outcome }) => outcome === 'ships')
  const shipped = dryRun ? 0 : await markAllShipped(db, ready.map(toShipment))
  return { rows: planned.map(({ id: _, ...row }) => row), shipped }
}

type PlannedRow = TrackingRow & { id: string | undefined }

const toShipment = ({ id = '', carrier, trackingNumber }: PlannedRow) => ({ id, carrier, trackingNumber })

async function readRows(file: string): Promise<FileRow[]> {
  const [headings, ...rows] = await readCsv(
    file,
    (line) => new AppError('tracking_file_refused', TRACKING.notCsv(line)),
  )
  const names = (headings?.cells ?? []).map((heading) => heading.toLowerCase().replace(/[^a-z]/g, ''))
  const place = (column: Column) => names.findIndex((name) => COLUMNS[column].includes(name))
  for (const column of ['order', 'trackingNumber'] as const)
    if (place(column) < 0) throw new AppError('tracking_file_refused', TRACKING.missingColumn[column])
  return rows.map(({ cells, line }) => {
    const cell = (column: Column) => plainText(cells[place(column)] ?? '')
    return {
      line,
      order: cell('order').replace(/^#\s*/, ''),
      trackingNumber: cell('trackingNumber'),
      carrier: cell('carrier'),
      status: cell('status'),
    }
  })
}

/** A cell without what spreadsheets put around numbers: `="123"`, `'123`. */
const plainText = (cell: string) =>
  cell
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const NUMBER = /^\d{1,15}$/

/** The orders of the rows, by their ids and by their numbers. */
async function ordersOf(db: Database, rows: FileRow[]): Promise<Map<string, Known>> {
  const named = rows.map(({ order }) => order)
  const ids = named.filter((order) => UUID.test(order))
  const numbers = named.filter((order) => NUMBER.test(order)).map(Number)
  const found = await db
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      deliveredAt: orders.deliveredAt,
      deletedAt: orders.deletedAt,
      isRefunded: isRefunded(orders),
    })
    .from(orders)
    .where(or(inArray(orders.id, ids), inArray(orders.number, numbers)))
  return new Map(
    found.flatMap(({ deliveredAt, deletedAt, ...order }) => {
      const known = { ...order, isShipped: deliveredAt !== null, isDeleted: deletedAt !== null }
      return [[order.id, known] as const, [String(order.number), known] as const]
    }),
  )
}

function plan(rows: FileRow[], known: Map<string, Known>): PlannedRow[] {
  const planned = new Set<string>()
  return rows.map((row) => {
    const order = known.get(NUMBER.test(row.order) ? String(Number(row.order)) : row.order.toLowerCase())
    const trackingNumber = tidyTrackingNumber(row.trackingNumber)
    const outcome = order && planned.has(order.id) ? 'repeated' : outcomeOf({ ...row, trackingNumber }, order)
    if (order && outcome === 'ships') planned.add(order.id)
    const carrier = CARRIERS.find((name) => row.carrier.toLowerCase().includes(name.toLowerCase()))
    return {
      id: order?.id,
      line: row.line,
      order: row.order,
      trackingNumber,
      carrier: carrier ?? carrierOf(trackingNumber),
      outcome,
    }
  })
}

const VOIDED = /void|refund|cancel/i

function outcomeOf({ order, trackingNumber, status }: FileRow, known: Known | undefined): TrackingOutcome {
  if (VOIDED.test(status)) return 'voided'
  if (!order) return 'noOrder'
  if (!known || known.isDeleted) return 'unknown'
  if (known.isShipped) return 'shipped'
  if (known.state !== 'paid') return 'unpaid'
  if (known.isRefunded) return 'refunded'
  if (!trackingNumber) return 'noNumber'
  // A spreadsheet has cut the digits of 9.40011E+21.
  return /^[A-Z\d]{6,60}$/.test(trackingNumber) ? 'ships' : 'badNumber'
}
