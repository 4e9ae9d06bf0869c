// Files in which the rows of a product do not stand together, such as WooCommerce's: a variation can come long after its
// product, or before it. The file is read twice: for the variations, and for the products that they belong to.
import type { Table, TableRow } from './csv-table.ts'
import type { Unreadable } from './listing.ts'
import { fileError } from './source-file.ts'
import { IMPORT_FILES } from './texts.ts'

/** How rows name the row that they belong to. */
export type Scattered = {
  /** What a row calls its parent; null for a row that has none. */
  parentOf(row: TableRow): string | null
  /** What other rows may call this one. */
  namesOf(row: TableRow): string[]
  /** Whether the column matters in a row with a parent. */
  keeps(column: string): boolean
}

type Rows = [TableRow, ...TableRow[]]

/** In memory are the rows with a parent alone, and no more than these characters of them. */
const MOST_CHARACTERS = 50_000_000
const CHARACTERS_OF_ROW = 200

/** The rows that have a parent, by what they call it. Throws import_refused when they are too many. */
export async function rowsByParent(
  { rows, columns }: Pick<Table, 'rows' | 'columns'>,
  { parentOf, keeps }: Scattered,
  most = MOST_CHARACTERS,
) {
  const places = new Map<string, TableRow[]>()
  const columnsOfChildren = [...new Set(columns)].filter(keeps)
  let characters = 0
  for await (const row of rows) {
    const parent = 'cell' in row ? parentOf(row) : null
    if (!('cell' in row) || parent === null) continue
    const cells = new Map(columnsOfChildren.flatMap((column) => (row.cell(column) ? [[column, row.cell(column)]] : [])))
    characters += CHARACTERS_OF_ROW
    for (const cell of cells.values()) characters += cell.length
    if (characters > most) throw fileError(IMPORT_FILES.tooManyVariations)
    const { line, lastLine } = row
    const compactRow: TableRow = { line, lastLine, cell: (column) => cells.get(column) ?? '' }
    const siblings = places.get(parent)
    if (siblings) siblings.push(compactRow)
    else places.set(parent, [compactRow])
  }
  return places
}

/** What is made of each row and those that belong to it; at the end of those whose parent the file lacks. */
export async function* familiesIn<Entry>(
  { rows }: Table,
  children: Map<string, TableRow[]>,
  { parentOf, namesOf }: Scattered,
  make: (rows: Rows) => Entry,
): AsyncGenerator<Entry | Unreadable> {
  for await (const row of rows) {
    if (!('cell' in row)) yield row
    else if (parentOf(row) === null) {
      const names = namesOf(row)
      yield make([row, ...names.flatMap((name) => children.get(name) ?? [])])
      for (const name of names) children.delete(name)
    }
  }
  for (const orphans of children.values()) for (const row of orphans) yield make([row])
}
