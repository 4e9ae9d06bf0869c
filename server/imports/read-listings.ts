// Recognizes a file by its contents and reads its listings one after the other.
import type { ImportFormat } from '#contract/admin/imports.ts'
import { IMPORT_FILES, IMPORT_NOTES } from '../texts/imports.ts'
import { openTable, type Table, type TableRow } from './csv-table.ts'
import type { Format } from './format.ts'
import { formatOf } from './formats.ts'
import { isJson, jsonListings } from './json-products.ts'
import { type Listing, type Unreadable, withinLimits } from './listing.ts'
import { encodingOf, refused, textOf } from './source-file.ts'

/** More rows than a product can have choices and photos. */
const MOST_ROWS_TOGETHER = 500

/** The listings of a file, and once they are read, the columns with values that no listing has. */
type ReadFile = {
  format: ImportFormat
  listings: AsyncIterable<Listing | Unreadable>
  ignored(): string[]
}

/** Opens a file of products. Throws import_refused with a sentence for whatever is none. */
export async function readListings(path: string): Promise<ReadFile> {
  const encoding = await encodingOf(path)
  const note = encoding === 'windows-1252' ? [IMPORT_NOTES.windows] : []
  const head = await startOf(textOf(path, encoding))
  if (isJson(head))
    return { format: 'boutique', listings: checked(jsonListings(textOf(path, encoding)), note), ignored: () => [] }
  const table = await openTable(textOf(path, encoding))
  const format = formatOf(table.columns)
  if (!format) throw refused(IMPORT_FILES.unknown)
  return {
    format: format.name,
    listings: checked(listingsIn(table, format), note),
    ignored: () => ignoredIn(table, format),
  }
}

async function startOf(text: AsyncIterable<string>) {
  for await (const piece of text) return piece
  return ''
}

async function* checked(listings: AsyncIterable<Listing | Unreadable>, notes: string[]) {
  for await (const listing of listings)
    yield 'key' in listing ? withinLimits({ ...listing, notes: [...notes, ...listing.notes] }) : listing
}

const ignoredIn = ({ columns, filled, written }: Table, format: Format) =>
  [...new Set(columns)]
    .filter((column) => filled.has(column) && !format.uses(column))
    .map((column) => written.get(column) || column)

/** The rows of the table, those of one product together. */
async function* listingsIn({ rows, columns }: Table, format: Format): AsyncGenerator<Listing | Unreadable> {
  let group: { key: string; rows: [TableRow, ...TableRow[]] } | undefined
  const made = () => {
    const listing = group && format.listingOf(group.rows, columns)
    group = undefined
    return listing ? [listing] : []
  }
  for await (const row of rows) {
    if (!('cell' in row)) {
      yield row
      continue
    }
    const key = format.groupOf(row)
    const isSame = group && key !== null && (key === '' || key === group.key)
    if (isSame && group && group.rows.length < MOST_ROWS_TOGETHER) group.rows.push(row)
    else {
      yield* made()
      group = { key: key ?? '', rows: [row] }
    }
  }
  yield* made()
}
