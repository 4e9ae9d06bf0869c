// Recognizes a file by its contents and reads its entries one after the other: products, past orders or reviews.
import type { ImportFormat } from '#contract/admin/imports.ts'
import { IMPORT_FILES, IMPORT_NOTES } from '../texts/imports.ts'
import { openTable, type Table, type TableRow } from './csv-table.ts'
import { etsyReviews, isEtsyReviews } from './etsy-reviews.ts'
import { formatOf } from './formats.ts'
import { isJson } from './json-list.ts'
import { jsonListings } from './json-products.ts'
import { type Listing, type Unreadable, withinLimits } from './listing.ts'
import type { PastOrder, PastReview } from './past-order.ts'
import { encodingOf, refused, textOf } from './source-file.ts'

/** More rows than a product can have choices and photos. */
const MOST_ROWS_TOGETHER = 500

type Entries<Kind, Entry> = {
  kind: Kind
  format: ImportFormat
  entries: AsyncIterable<Entry | Unreadable>
  /** Once the entries are read: the columns with values that none of them has. */
  ignored(): string[]
}

type ReadFile = Entries<'products', Listing> | Entries<'orders', PastOrder> | Entries<'reviews', PastReview>

/** Opens a file to import. Throws import_refused with a sentence for whatever is none. */
export async function readImportFile(path: string): Promise<ReadFile> {
  const encoding = await encodingOf(path)
  const notes = encoding === 'windows-1252' ? [IMPORT_NOTES.windows] : []
  const text = () => textOf(path, encoding)
  const head = await startOf(text())
  if (isJson(head)) {
    const ignored = () => []
    return isEtsyReviews(head)
      ? { kind: 'reviews', format: 'etsy', entries: noted(etsyReviews(text()), notes), ignored }
      : { kind: 'products', format: 'boutique', entries: checked(noted(jsonListings(text()), notes)), ignored }
  }
  const table = await openTable(text())
  const found = formatOf(table.columns)
  if (!found) throw refused(IMPORT_FILES.unknown)
  const ignored = () => ignoredIn(table, found.format)
  if (found.kind === 'orders') {
    const { name, orderOf } = found.format
    const orders = entriesIn(table, found.format, (rows) => orderOf(rows))
    return { kind: 'orders', format: name, entries: noted(orders, notes), ignored }
  }
  const { name, listingOf } = found.format
  const listings = entriesIn(table, found.format, (rows) => listingOf(rows, table.columns))
  return { kind: 'products', format: name, entries: checked(noted(listings, notes)), ignored }
}

async function startOf(text: AsyncIterable<string>) {
  for await (const piece of text) return piece
  return ''
}

/** The entries with these notes before their own. */
async function* noted<Entry extends { notes: string[] }>(entries: AsyncIterable<Entry | Unreadable>, notes: string[]) {
  for await (const entry of entries) yield 'notes' in entry ? { ...entry, notes: [...notes, ...entry.notes] } : entry
}

async function* checked(listings: AsyncIterable<Listing | Unreadable>) {
  for await (const listing of listings) yield 'key' in listing ? withinLimits(listing) : listing
}

const ignoredIn = ({ columns, filled, written }: Table, { uses }: { uses(column: string): boolean }) =>
  [...new Set(columns)]
    .filter((column) => filled.has(column) && !uses(column))
    .map((column) => written.get(column) || column)

type Rows = [TableRow, ...TableRow[]]

/** What is made of the rows of the table, those of one product or order together. */
async function* entriesIn<Entry>(
  { rows }: Table,
  { groupOf }: { groupOf(row: TableRow): string | null },
  make: (rows: Rows) => Entry,
): AsyncGenerator<Entry | Unreadable> {
  let group: { key: string; rows: Rows } | undefined
  const made = () => {
    const entries = group ? [make(group.rows)] : []
    group = undefined
    return entries
  }
  for await (const row of rows) {
    if (!('cell' in row)) {
      yield row
      continue
    }
    const key = groupOf(row)
    const isSame = group && key !== null && (key === '' || key === group.key)
    if (isSame && group && group.rows.length < MOST_ROWS_TOGETHER) group.rows.push(row)
    else {
      yield* made()
      group = { key: key ?? '', rows: [row] }
    }
  }
  yield* made()
}
