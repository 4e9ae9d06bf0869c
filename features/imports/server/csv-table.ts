// A CSV file of any size, row by row, with its columns found by name.
import { Readable } from 'node:stream'
import type { CsvError, Options } from 'csv-parse'
import { textOfCell } from '#server/platform/lib/csv.ts'
import { delimiterOf } from '#server/platform/lib/read-csv.ts'
import type { Unreadable } from './listing.ts'
import { fileError } from './source-file.ts'
import { IMPORT_FILES, IMPORT_PROBLEMS } from './texts.ts'

/** Shopify has a column for each market and each field of a shop's own. */
const MOST_COLUMNS = 1_000
const LONGEST_ROW = 1_000_000

/** A row of the table: the lines it takes in the file, and its cells by the names of their columns. */
export type TableRow = { line: number; lastLine: number; cell(column: string): string }

export type Table = {
  /** The names of the columns: in small letters, with single spaces. */
  columns: string[]
  /** The columns as the file writes them, by those names. */
  written: Map<string, string>
  /** The rows, and the lines that are none. */
  rows: AsyncIterable<TableRow | Unreadable>
  /** The names of the columns, of those that are asked for, that have a value in any row so far. */
  filled: Set<string>
}

type Record = { record: string[]; info: { lines: number } }

/** Opens a CSV file. Throws import_refused when it has no headings or too many columns. */
export async function openTable(text: AsyncIterable<string>): Promise<Table> {
  const csv = await import('csv-parse')
  const { first, all } = await peek(text)
  const skippedRecords: CsvError[] = []
  const options = {
    ...OPTIONS,
    delimiter: delimiterOf(first),
    on_skip: (error: CsvError | undefined) => void (error && skippedRecords.push(error)),
  }
  const parser = Readable.from(all).pipe(csv.parse(options satisfies Options))
  const records = (parser as AsyncIterable<Record>)[Symbol.asyncIterator]()
  const head = await records.next().catch((error: unknown) => {
    if (error instanceof csv.CsvError) throw fileError(IMPORT_FILES.headingsUnreadable)
    throw error
  })
  if (skippedRecords.length > 0) throw fileError(IMPORT_FILES.headingsUnreadable)
  if (head.done) throw fileError(IMPORT_FILES.empty)
  const { record, info } = head.value
  // A quote that is not closed swallows rows.
  if (record.some((heading) => /[\r\n]/.test(heading))) throw fileError(IMPORT_FILES.headingsUnreadable)
  if (record.length > MOST_COLUMNS)
    throw fileError(IMPORT_FILES.tooManyColumns(record.length.toLocaleString('en-US'), String(MOST_COLUMNS)))
  const columns = record.map(columnName)
  const filledColumns = new Set<string>()
  const rows = rowsOf(records, skippedRecords, { columns, filled: filledColumns, lastLine: info.lines })
  return {
    columns,
    written: new Map(columns.map((name, at) => [name, record[at]?.trim() ?? ''])),
    rows,
    filled: filledColumns,
  }
}

const OPTIONS = {
  bom: true,
  info: true,
  max_record_size: LONGEST_ROW,
  relax_column_count: true,
  skip_records_with_error: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
} satisfies Options

const columnName = (heading: string) => heading.toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** The start of a text, and all of it. */
async function peek(text: AsyncIterable<string>) {
  const chunks = text[Symbol.asyncIterator]()
  const start = await chunks.next()
  const first = start.done ? '' : start.value
  const all = async function* () {
    yield first
    for (let chunk = await chunks.next(); !chunk.done; chunk = await chunks.next()) yield chunk.value
  }
  return { first, all: all() }
}

type Place = { columns: string[]; filled: Set<string>; lastLine: number }

async function* rowsOf(
  records: AsyncIterator<Record>,
  skippedRecords: CsvError[],
  { columns, filled, lastLine }: Place,
) {
  const places = new Map(columns.map((name, at) => [name, at] as const).toReversed())
  let last = lastLine
  // The parser is some rows ahead.
  const unreadableUntil = function* (until: number): Generator<Unreadable> {
    while (skippedRecords[0] && Number(skippedRecords[0].lines) <= until) {
      const { lines, code } = skippedRecords.shift() as CsvError
      const [line, end] = [last + 1, Math.max(last + 1, Number(lines))]
      const sentence = code === 'CSV_MAX_RECORD_SIZE' ? IMPORT_PROBLEMS.tooLong : IMPORT_PROBLEMS.unreadable
      last = end
      yield { line, lastLine: end, problem: sentence(line, end) }
    }
  }
  for (let next = await records.next(); !next.done; next = await records.next()) {
    const { record, info } = next.value
    yield* unreadableUntil(info.lines)
    const line = last + 1
    last = Math.max(line, info.lines)
    if (record.slice(columns.length).some((cell) => cell.trim() !== '')) {
      yield { line, lastLine: last, problem: IMPORT_PROBLEMS.moreCells }
      continue
    }
    for (const [at, cell] of record.entries()) if (cell !== '') filled.add(columns[at] ?? '')
    yield { line, lastLine: last, cell: (column: string) => textOfCell(record[places.get(column) ?? -1] ?? '') }
  }
  yield* unreadableUntil(Number.POSITIVE_INFINITY)
}
