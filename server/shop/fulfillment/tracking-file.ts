// Marks orders as shipped by the file of tracking numbers that a postage service exports after its labels are printed.
import { inArray, or } from 'drizzle-orm'
import type { TrackingOutcome, TrackingReport, TrackingRow } from '#contract/admin/tracking.ts'
import { CARRIERS } from '#contract/carriers.ts'
import { carrierOf, tidyTrackingNumber } from '#contract/tracking-numbers.ts'
import { AppError } from '#server/errors.ts'
import type { Database } from '#server/platform/db/client.ts'
import { readCsv } from '#server/platform/lib/read-csv.ts'
import { TRACKING } from '#server/shop/orders/texts.ts'
import { isRefunded, orders } from '#server/shop/schema/orders.ts'
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
type FileOrder = {
  id: string
  number: number
  state: string
  isShipped: boolean
  isRefunded: boolean
  isDeleted: boolean
}

/**
 * Says of each row of a tracking file what becomes of it, and unless `dryRun`, marks the orders as shipped and queues
 * one message to each buyer. A second run of the same file does nothing. Throws tracking_file_refused when the file is
 * not CSV or lacks a column.
 */
export async function applyTrackingFile(db: Database, file: string, dryRun: boolean): Promise<TrackingReport> {
  const rows = await readRows(file)
  const plannedRows = plan(rows, await ordersOf(db, rows))
  const ready = plannedRows.filter(({ outcome }) => outcome === 'ships')
  const shippedOrders = await markAllShipped(db, dryRun ? [] : ready.map(toShipment))
  return { rows: plannedRows.map(({ id: _, ...row }) => row), ...shippedOrders }
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

const UUID_PATTERN = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const NUMBER_PATTERN = /^\d{1,15}$/

/** The orders of the rows, by their ids and by their numbers. */
async function ordersOf(db: Database, rows: FileRow[]): Promise<Map<string, FileOrder>> {
  const orderNames = rows.map(({ order }) => order)
  const ids = orderNames.filter((order) => UUID_PATTERN.test(order))
  const numbers = orderNames.filter((order) => NUMBER_PATTERN.test(order)).map(Number)
  const orderRows = await db
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
    orderRows.flatMap(({ deliveredAt, deletedAt, ...order }) => {
      const fileOrder = { ...order, isShipped: deliveredAt !== null, isDeleted: deletedAt !== null }
      return [[order.id, fileOrder] as const, [String(order.number), fileOrder] as const]
    }),
  )
}

function plan(rows: FileRow[], ordersByName: Map<string, FileOrder>): PlannedRow[] {
  const plannedIds = new Set<string>()
  return rows.map((row) => {
    const order = ordersByName.get(NUMBER_PATTERN.test(row.order) ? String(Number(row.order)) : row.order.toLowerCase())
    const trackingNumber = tidyTrackingNumber(row.trackingNumber)
    const outcome = order && plannedIds.has(order.id) ? 'repeated' : outcomeOf({ ...row, trackingNumber }, order)
    if (order && outcome === 'ships') plannedIds.add(order.id)
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

const VOIDED_PATTERN = /void|refund|cancel/i

function outcomeOf({ order, trackingNumber, status }: FileRow, fileOrder: FileOrder | undefined): TrackingOutcome {
  if (VOIDED_PATTERN.test(status)) return 'voided'
  if (!order) return 'noOrder'
  if (!fileOrder || fileOrder.isDeleted) return 'unknown'
  if (fileOrder.isShipped) return 'shipped'
  if (fileOrder.state !== 'paid') return 'unpaid'
  if (fileOrder.isRefunded) return 'refunded'
  if (!trackingNumber) return 'noNumber'
  // A spreadsheet has cut the digits of 9.40011E+21.
  return /^[A-Z\d]{6,60}$/.test(trackingNumber) ? 'ships' : 'badNumber'
}
