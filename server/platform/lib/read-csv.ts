import type { CsvError } from 'csv-parse/sync'

export type CsvRow = { cells: string[] /** The line in the file, from 1. */; line: number }

/**
 * The rows of a CSV text (RFC 4180, also with semicolons or tabs), without empty ones. Rows may have fewer or more cells
 * than the headings. Throws what `refuse` makes for the line at which the text is no CSV.
 */
export async function readCsv(text: string, refuse: (line: number) => Error): Promise<CsvRow[]> {
  // Loaded with the first file: a start needs no parser.
  const { parse } = await import('csv-parse/sync')
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return rows.map(({ record, info }) => ({ cells: record, line: info.lines }))
  } catch (error) {
    throw refuse(Number((error as CsvError).lines ?? 1))
  }
}

/** What separates the cells: of comma, semicolon and tab the most frequent in the first line. */
export function delimiterOf(text: string) {
  const [headings = ''] = text.split(/\r?\n|\r/, 1)
  const count = (delimiter: string) => headings.split(delimiter).length
  return [',', ';', '\t'].reduce((most, delimiter) => (count(delimiter) > count(most) ? delimiter : most))
}
