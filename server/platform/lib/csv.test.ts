import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figure } from '#server/testing/torture.ts'
import { textOfCell, toCsv } from './csv.ts'
import { readCsv } from './read-csv.ts'

const lineOf = (...cells: Parameters<typeof toCsv>[1][number]) =>
  toCsv(['x'], [cells]).split('\r\n').slice(1).join('\r\n')

test.for([
  ['a word', 'pen', 'pen'],
  ['a comma', 'pens, cups', '"pens, cups"'],
  ['quotes', 'the "big" one', '"the ""big"" one"'],
  ['lines', 'one\r\ntwo', '"one\r\ntwo"'],
  ['a number', 12.5, '12.5'],
  ['a loss', -3, '-3'],
  ['yes', true, 'true'],
  ['nothing', null, ''],
] as const)('%s is one cell', ([, cell, text]) => expect(lineOf(cell)).toBe(`${text}\r\n`))

const FORMULAS = [
  '=1+1',
  '+1',
  '-1+2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '"=1',
  "'=1",
  '＝1',
  '=HYPERLINK("http://evil.example","you have won")',
  "=cmd|' /C calc'!A0",
  '-2+3+cmd|" /C calc"!A0',
]

test('no text opens as a formula', { tags: ['X7'] }, ({ task }) => {
  for (const text of FORMULAS) expect(lineOf(text), text).toMatch(/^"?'/)
  figure(task, `${FORMULAS.length} formulas: each opens as text`)
})

test.for([
  ['a;=1+1', "a;'=1+1"],
  ['a; -b', "a;' -b"],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['a|"=1', `"a|'""=1"`],
  ['=1;;＝2', "'=1;;'＝2"],
  ["a;'=1", "a;''=1"],
  ['a;b=c - d|e', 'a;b=c - d|e'],
] as const)(
  'no part of %j opens as a formula where a spreadsheet splits cells at other signs than commas',
  ([text, cell]) => expect(lineOf(text)).toBe(`${cell}\r\n`),
)

test('whatever a text is, it is read back as it was', async () => {
  const text = fc.string({ unit: fc.constantFrom("'", '=', '-', '"', ' ', '\n', '\r', '\t', ',', ';', '|', '＝', 'a') })
  await fc.assert(
    fc.asyncProperty(text, async (field) => {
      const rows = await readCsv(toCsv(['x', 'y'], [[field, 'end']]), (line) => new Error(`line ${line}`))
      expect(textOfCell(rows[1]?.cells[0] ?? '')).toBe(field)
    }),
  )
  // Of a file that nobody escaped.
  expect(["'tis", "'90s mug", "''"].map(textOfCell)).toEqual(["'tis", "'90s mug", "''"])
})

test('the file begins with the mark of UTF-8 and its headings', () =>
  expect(toCsv(['Name', 'Price'], [['Tasse à café', 5]])).toBe('\uFEFFName,Price\r\nTasse à café,5\r\n'))
