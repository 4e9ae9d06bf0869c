// Files of tax rates by ZIP code: Avalara's, whose columns are found by name, and any other with a ZIP code and a rate.
import { Readable } from 'node:stream'
import type { CsvError, Options } from 'csv-parse'
import type { RowNote } from '#contract/admin/sales-tax.ts'
import type { TaxState } from '#contract/admin/tax-plan.ts'
import { stateOfZip } from '#contract/zip-codes.ts'
import { AppError } from '#server/errors.ts'
import type { RateParts } from '#server/shop/schema/tax.ts'
import { ZIP_TABLE } from './texts.ts'

/** The tax rate of a ZIP code, in parts per million. */
export type ZipRate = {
  zip: string
  ppm: number
  parts: RateParts | null
  place: string | null
  risk: string | null
}

/** The rates of a file, and its rows that cannot be read or are odd. */
export type ZipTable = { rates: Map<string, ZipRate>; broken: RowNote[]; odd: RowNote[] }

/** More rows than any state has ZIP codes, several times over. */
const MOST_ROWS = 20_000
const MOST_BYTES = 4 * 2 ** 20
const LONGEST_ROW = 4000
const LONGEST_TEXT = 120
/** No combined rate in the USA is higher than this, in parts per million. */
const HIGH_RATE = 150_000

/** Headings of columns, without case, spaces and punctuation. */
const HEADINGS = {
  zip: ['zipcode', 'zip', 'postalcode'],
  rate: ['estimatedcombinedrate', 'combinedrate', 'taxrate', 'rate'],
  state: ['state', 'stateabbrev'],
  place: ['taxregionname', 'place'],
  risk: ['risklevel'],
  partState: ['staterate'],
  partCounty: ['estimatedcountyrate', 'countyrate'],
  partCity: ['estimatedcityrate', 'cityrate'],
  partSpecial: ['estimatedspecialrate', 'specialrate'],
}
type Column = keyof typeof HEADINGS
type Columns = Partial<Record<Column, number>>

/**
 * Reads the file of a state, row by row as it arrives. Throws table_refused when it has no column of ZIP codes or rates,
 * no rows, or too many.
 */
export async function readZipTable(file: Readable, state: TaxState): Promise<ZipTable> {
  // Loaded with the first file: a start needs no parser.
  const csv = await import('csv-parse')
  const table: ZipTable = { rates: new Map(), broken: [], odd: [] }
  const refuse = (error: CsvError | undefined) => table.broken.push(noteOf(error))
  const limitedFile = Readable.from(limitBytes(file))
  const rows = limitedFile.pipe(csv.parse({ ...OPTIONS, on_skip: (error) => void refuse(error) }))
  // Without a listener an error would end the process; it ends the loop below instead.
  limitedFile.on('error', (error) => rows.destroy(error))
  let columns: Columns | undefined
  let width = 0
  let bytesRead = 0
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const isHeading = !columns && !isBareRow(record)
      if (!columns) width = record.length
      columns ??= columnsIn(record)
      if (++bytesRead > MOST_ROWS) throw tooLarge()
      if (record.slice(width).some(Boolean)) table.broken.push({ line: info.lines, note: ZIP_TABLE.moreCells })
      else if (!isHeading) readRow(table, { state, line: info.lines, cells: cellsOf(record, columns) })
    }
  } catch (error) {
    rows.destroy()
    if (!(error instanceof csv.CsvError)) throw error
    refuse(error)
  }
  if (!columns) throw new AppError('table_refused', table.broken.length > 0 ? ZIP_TABLE.columns : ZIP_TABLE.empty)
  if (table.rates.size === 0 && table.broken.length === 0) throw new AppError('table_refused', ZIP_TABLE.empty)
  return { ...table, broken: table.broken.toSorted((one, other) => one.line - other.line) }
}

const OPTIONS = {
  bom: true,
  delimiter: [',', ';', '\t'],
  info: true,
  max_record_size: LONGEST_ROW,
  relax_column_count: true,
  skip_records_with_error: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  trim: true,
} satisfies Options

async function* limitBytes(chunks: AsyncIterable<Buffer>) {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw tooLarge()
    yield chunk
  }
}

const tooLarge = () =>
  new AppError('table_refused', ZIP_TABLE.tooLarge(MOST_ROWS.toLocaleString('en-US'), MOST_BYTES / 2 ** 20))

/** The row that the parser could not read. */
function noteOf(error: CsvError | undefined): RowNote {
  const isLong = error?.code === 'CSV_MAX_RECORD_SIZE'
  return { line: Number(error?.lines ?? 0), note: isLong ? ZIP_TABLE.rowTooLong : ZIP_TABLE.notCsv }
}

/** Where the columns are. A file without headings has ZIP codes and rates. Throws table_refused without these two. */
function columnsIn(record: string[]): Columns {
  if (isBareRow(record)) return { zip: 0, rate: 1 }
  const headings = record.map((heading) => heading.toLowerCase().replaceAll(/[^a-z]/g, ''))
  const columnIndex = Object.entries(HEADINGS).flatMap(([column, names]) => {
    const place = names.map((name) => headings.indexOf(name)).find((index) => index >= 0)
    return place === undefined ? [] : [[column, place] as const]
  })
  const columns: Columns = Object.fromEntries(columnIndex)
  if (columns.zip === undefined || columns.rate === undefined) throw new AppError('table_refused', ZIP_TABLE.columns)
  return columns
}

const isBareRow = ([zip = '', rate = '', ...others]: string[]) =>
  others.length === 0 && zipIn(zip) !== undefined && ppmIn(rate) !== undefined

type Cells = Record<Column, string>

const cellsOf = (record: string[], columns: Columns) =>
  Object.fromEntries(
    Object.keys(HEADINGS).map((column) => [column, record[columns[column as Column] ?? -1] ?? '']),
  ) as Cells

/** Takes a row into the table, or notes why not. */
function readRow(table: ZipTable, { state, line, cells }: { state: TaxState; line: number; cells: Cells }) {
  const [zip, ppm] = [zipIn(cells.zip), ppmIn(cells.rate)]
  const refuse = (note: string) => table.broken.push({ line, note })
  if (zip === undefined) return refuse(ZIP_TABLE.noZip(shortText(cells.zip)))
  if (ppm === undefined) return refuse(ZIP_TABLE.noRate(shortText(cells.rate)))
  if (cells.state && cells.state.toUpperCase() !== state)
    return refuse(ZIP_TABLE.otherState(shortText(cells.state), state))
  const earlierRate = table.rates.get(zip)
  const note = oddityOf({ zip, ppm, state, earlierRate })
  if (note) table.odd.push({ line, note })
  if (!earlierRate || earlierRate.ppm < ppm) table.rates.set(zip, { zip, ppm, ...factsOf(cells) })
}

type CheckedRow = { zip: string; ppm: number; state: TaxState; earlierRate: ZipRate | undefined }

function oddityOf({ zip, ppm, state, earlierRate }: CheckedRow): string | undefined {
  if (ppm > HIGH_RATE) return ZIP_TABLE.highRate(percentOf(ppm))
  if (earlierRate && earlierRate.ppm !== ppm)
    return ZIP_TABLE.severalRates(
      zip,
      percentOf(Math.min(earlierRate.ppm, ppm)),
      percentOf(Math.max(earlierRate.ppm, ppm)),
    )
  const home = stateOfZip(zip)
  return home === state ? undefined : ZIP_TABLE.foreignZip(zip, state, home)
}

function factsOf(cells: Cells) {
  const parts = {
    state: ppmIn(cells.partState),
    county: ppmIn(cells.partCounty),
    city: ppmIn(cells.partCity),
    special: ppmIn(cells.partSpecial),
  }
  const knownParts = Object.entries(parts).filter(([, ppm]) => ppm !== undefined)
  return {
    parts: knownParts.length > 0 ? (Object.fromEntries(knownParts) as RateParts) : null,
    place: placeName(shortText(cells.place)) || null,
    risk: shortText(cells.risk) || null,
  }
}

/** Five digits; zeros that a spreadsheet dropped come back. */
const zipIn = (text: string) => (/^\d{3,5}$/.test(text) ? text.padStart(5, '0') : undefined)

/** A fraction, or a percentage with its sign, in parts per million; undefined for anything else and above 100 %. */
function ppmIn(text: string): number | undefined {
  const [, digits, percent] = /^(\d{1,3}(?:\.\d{0,12})?|\.\d{1,12})\s*(%?)$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const ppm = Math.round(Number(digits) * (percent ? 10_000 : 1_000_000))
  return ppm <= 1_000_000 ? ppm : undefined
}

const percentOf = (ppm: number) => String(ppm / 10_000)

/** A text of the file for people, without control characters. */
/** A name in capitals, as tax offices write it, in the letters of every day: `GRAND COUNTY` is `Grand County`. */
const placeName = (text: string) =>
  /\p{Ll}/u.test(text)
    ? text
    : text.toLowerCase().replaceAll(/(?<![\p{L}\p{N}’'])\p{L}/gu, (letter) => letter.toUpperCase())

const shortText = (text: string) => text.replaceAll(/\p{C}/gu, ' ').trim().slice(0, LONGEST_TEXT)
