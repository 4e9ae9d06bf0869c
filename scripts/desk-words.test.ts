import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

/** The texts that only sellers read. Those of shoppers speak of pieces. */
const DESK = ['web/texts/admin*.ts', 'server/texts/{setup,discrepancies,timeline}.ts', 'contract/admin/messages.ts']

const PIECE = /\bpieces?\b/i

/** The texts in a source that speak of pieces. */
function piecesIn(file: string, source: string): string[] {
  const found: string[] = []
  const add = (text: unknown) => void (PIECE.test(String(text)) && found.push(`${file}: ${text}`))
  new Visitor({
    Literal: ({ value }) => add(value),
    TemplateElement: ({ value }) => add(value.cooked),
  }).visit(parseSync(file, source).program)
  return found
}

test('a text that speaks of pieces is found, and a name in the code is not', () => {
  const source = 'const a = (piece: string) => [`Pieces of `, "One piece", { pieces: piece }]'
  expect(piecesIn('a.ts', source)).toEqual(['a.ts: Pieces of ', 'a.ts: One piece'])
})

test('the desk says product', () => {
  const files = globSync(DESK).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(20)
  expect(files.flatMap((file) => piecesIn(file, readFileSync(file, 'utf8')))).toEqual([])
})
