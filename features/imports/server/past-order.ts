// Past orders and reviews as the files of other shops describe them.
import { PastDay } from '#contract/admin/history.ts'
import { parseCents } from '#contract/amounts.ts'
import type { PastSource } from '#contract/history.ts'
import { parseNumber, parseSigned } from '#contract/numbers.ts'
import type { TableRow } from './csv-table.ts'
import { tidyLine, tidyText } from './listing.ts'
import { IMPORT_NOTES } from './texts.ts'

export type PastItem = {
  name: string
  /** The choice, as the source describes it. */
  options: string
  sku: string
  qty: number
  /** Of one unit, in cents of the order's currency; null when the file has none that can be read. */
  price: number | null
}

/** In cents of the order's currency; null for what the file does not have. */
export type PastAmounts = Record<'items' | 'discount' | 'shipping' | 'tax' | 'total' | 'refunded', number | null>

export type PastOrder = {
  /** The id that the source gave it. */
  key: string
  /** The first and the last of its lines in the file. */
  line: number
  lastLine: number
  /** The number that its buyer knows. */
  number: string
  /** The day in the file, in the time zone of the other shop; null when it cannot be read. */
  day: string | null
  /** The key of the buyer at the source; null when the file does not name the buyer. */
  customer: { key: string; name: string; email: string } | null
  recipient: string
  address: string[]
  status: string
  currency: string
  items: PastItem[]
  amounts: PastAmounts
  /** Notes for the seller about this record. */
  notes: string[]
  /** Why it cannot be kept, besides a missing day. */
  problem?: string | undefined
}

export type PastReview = {
  key: string
  line: number
  lastLine: number
  /** The id of the order in the source; empty when the file has none. */
  orderId: string
  reviewer: string
  /** 1 to 5. */
  rating: number
  text: string
  day: string | null
  notes: string[]
  problem?: string | undefined
}

/** How the CSV files of past orders of a shop are read. */
export type PastFormat = {
  name: PastSource
  /** Whether a file with these columns is one of its. */
  isOf(columns: ReadonlySet<string>): boolean
  /** Whether a column is read. */
  uses(column: string): boolean
  /** What the rows of one order have in common; null for a row that does not say. */
  groupOf(row: TableRow): string | null
  orderOf(rows: [TableRow, ...TableRow[]]): PastOrder
}

export const PAST_TEXT_MAX = 5_000
const LINE_MAX = 300

/** Signs that turn the writing direction of what follows, which may be another text. */
const BIDI_CONTROLS_PATTERN = /[\u202A-\u202E\u2066-\u2069]/g

/** A text on one line, as long as the longest that is kept. */
export const pastLine = (text: string) =>
  tidyLine(text.replaceAll(BIDI_CONTROLS_PATTERN, '')).slice(0, LINE_MAX).toWellFormed()

/** A text on several lines, with a note when it is shortened. */
export function pastText(text: string, notes: string[]) {
  const tidy = tidyText(text)
  if (tidy.length > PAST_TEXT_MAX) notes.push(IMPORT_NOTES.textShortened(PAST_TEXT_MAX))
  return tidy.slice(0, PAST_TEXT_MAX).toWellFormed()
}

/** The lines of an address, without empty ones. */
export const addressOf = (...lines: string[]) => lines.map(pastLine).filter(Boolean)

/** A currency by its three letters; dollars when there is none. */
export const currencyOf = (text: string) => (/^[A-Z]{3}$/.test(text.trim()) ? text.trim() : 'USD')

/** An amount in cents as shops write it, `-$5.00` and `($5.00)` too; null for none, with a note for what is no amount. */
export function amountOf(text: string, notes: string[]): number | null {
  const plain = text
    .trim()
    .replace(/^\((.*)\)$/, '-$1')
    .replace(/[A-Z]{3}$/, '')
    .replace(/^(-?)\s*[$€£]\s*/, '$1')
  if (plain === '') return null
  const cents = parseSigned(plain, parseCents)
  if (cents === null) notes.push(IMPORT_NOTES.amountUnreadable(tidyLine(text).slice(0, 40)))
  return cents
}

const QTY_MAX = 1_000_000

/** A quantity; 1 with a note when there is none that can be read. */
export function qtyIn(text: string, notes: string[]): number {
  const qty = parseNumber(text)
  if (qty !== null && Number.isInteger(qty) && qty >= 0 && qty <= QTY_MAX) return qty
  notes.push(IMPORT_NOTES.piecesUnreadable(tidyLine(text).slice(0, 40)))
  return 1
}

/** The most that the database can store. */
const SUM_MAX = 2 ** 31 - 1

/** The sum of amounts; null when one of them is missing, there is none, or it is out of reason. */
export function sumOf(amounts: (number | null)[]): number | null {
  if (amounts.length === 0 || amounts.includes(null)) return null
  const sum = amounts.reduce<number>((total, one) => total + (one ?? 0), 0)
  return Math.abs(sum) <= SUM_MAX ? sum : null
}

/**
 * A day as `2026-09-24` of `09/24/26`, `9/24/2026`, or a day or moment of ISO 8601: a year of two digits is one of this
 * century, and a moment is the day of its own time zone. Null for everything else, and for days to come.
 */
export function pastDayOf(text: string): string | null {
  const plain = text.trim()
  const [, month, date, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(plain) ?? []
  const [, iso] = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(plain) ?? []
  const day =
    month && date && year ? `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : iso
  if (!day) return null
  return PastDay.safeParse(day).success ? day : null
}
