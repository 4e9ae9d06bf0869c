import { expect, test } from 'vitest'
import { REQUESTS } from './texts.ts'

test.for([
  ['', 'Thank you for asking about Tide Pen. There is one like it now.'],
  ['Wave Pen', 'Thank you for asking about Tide Pen. There is one like it now: Wave Pen.'],
] as const)('the answer with a listed piece, of which “%s” is chosen', ([listed, words]) => {
  for (const prepared of Object.values(REQUESTS.prepared)) expect(prepared.listed('Tide Pen', listed)).toBe(words)
})
