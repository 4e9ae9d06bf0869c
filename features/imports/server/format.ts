import type { ImportFormat } from '../contract.ts'
import type { TableRow } from './csv-table.ts'
import type { Listing } from './listing.ts'
import type { Scattered } from './scattered-rows.ts'

/** How the CSV files of a shop are read. */
export type Format = {
  name: ImportFormat
  /** Whether a file with these columns is one of its. */
  isOf(columns: ReadonlySet<string>): boolean
  /** Whether a column is read. */
  uses(column: string): boolean
  /** What the rows of one product have in common; null when each row is a product. Empty: it belongs to the row before. */
  groupOf: (row: TableRow) => string | null
  /** How rows name the row that they belong to, where they stand anywhere in the file. */
  scattered?: Scattered
  listingOf(rows: [TableRow, ...TableRow[]], columns: string[]): Listing
}
