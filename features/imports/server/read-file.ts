// Recognizes a file by its contents and reads its entries one after the other: products, past orders or reviews.
import type { ImportFormat } from '../contract.ts'
import { openTable, type Table, type TableRow } from './csv-table.ts'
import { etsyReviews, isEtsyReviews } from './etsy-reviews.ts'
import { formatOf } from './formats.ts'
import { isJson } from './json-list.ts'
import { jsonListings } from './json-products.ts'
import { type Listing, type Unreadable, withinLimits } from './listing.ts'
import type { PastOrder, PastReview } from './past-order.ts'
import { familiesIn, rowsByParent } from './scattered-rows.ts'
import { encodingOf, fileError, textOf } from './source-file.ts'
import { IMPORT_FILES, IMPORT_NOTES } from './texts.ts'

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
    const ignoredColumns = () => []
    return isEtsyReviews(head)
      ? { kind: 'reviews', format: 'etsy', entries: withNotes(etsyReviews(text()), notes), ignored: ignoredColumns }
      : {
          kind: 'products',
          format: 'boutique',
          entries: checkedListings(withNotes(jsonListings(text()), notes)),
          ignored: ignoredColumns,
        }
  }
  const table = await openTable(text())
  const format = formatOf(table.columns)
  if (!format) throw fileError(IMPORT_FILES.unknown)
  const ignoredOfTable = () => ignoredIn(table, format.format)
  if (format.kind === 'orders') {
    const { name, orderOf } = format.format
    const orders = entriesIn(table, format.format, (rows) => orderOf(rows))
    return { kind: 'orders', format: name, entries: withNotes(orders, notes), ignored: ignoredOfTable }
  }
  const { name, listingOf, scattered } = format.format
  const make = (rows: Rows) => listingOf(rows, table.columns)
  const listings = scattered
    ? familiesIn(table, await rowsByParent(await openTable(text()), scattered), scattered, make)
    : entriesIn(table, format.format, make)
  return {
    kind: 'products',
    format: name,
    entries: checkedListings(withNotes(listings, notes)),
    ignored: ignoredOfTable,
  }
}

async function startOf(text: AsyncIterable<string>) {
  for await (const chunk of text) return chunk
  return ''
}

/** The entries with these notes before their own. */
async function* withNotes<Entry extends { notes: string[] }>(
  entries: AsyncIterable<Entry | Unreadable>,
  notes: string[],
) {
  for await (const entry of entries) yield 'notes' in entry ? { ...entry, notes: [...notes, ...entry.notes] } : entry
}

async function* checkedListings(listings: AsyncIterable<Listing | Unreadable>) {
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
  const entriesOfGroup = () => {
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
      yield* entriesOfGroup()
      group = { key: key ?? '', rows: [row] }
    }
  }
  yield* entriesOfGroup()
}
