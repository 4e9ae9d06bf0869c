import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

/** The texts that only sellers read. Those of shoppers speak of pieces. */
const DESK = [
  'web/texts/admin*.ts',
  'features/*/admin/**/texts.ts',
  'features/shop-check/server/texts.ts',
  'server/shop/payments/discrepancy-texts.ts',
  'server/shop/fulfillment/timeline-texts.ts',
  'contract/admin/messages.ts',
]

const PIECE_PATTERN = /\bpieces?\b/i

/** The texts in a source that speak of pieces. The `words` of a screen are what people type to find it. */
function piecesIn(file: string, source: string): string[] {
  const texts: string[] = []
  const typedWords = new Set<unknown>()
  const add = (text: unknown) => void (PIECE_PATTERN.test(String(text)) && texts.push(`${file}: ${text}`))
  new Visitor({
    Property: ({ key, value }) => void (key.type === 'Identifier' && key.name === 'words' && typedWords.add(value)),
    Literal: (literal) => void (typedWords.has(literal) || add(literal.value)),
    TemplateElement: ({ value }) => add(value.cooked),
  }).visit(parseSync(file, source).program)
  return texts
}

test('a text that speaks of pieces is found, and a name in the code is not', () => {
  const source = 'const a = (piece: string) => [`Pieces of `, "One piece", { pieces: piece, words: "pieces" }]'
  expect(piecesIn('a.ts', source)).toEqual(['a.ts: Pieces of ', 'a.ts: One piece'])
})

test('the desk says product', () => {
  const files = globSync(DESK).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(20)
  expect(files.flatMap((file) => piecesIn(file, readFileSync(file, 'utf8')))).toEqual([])
})
