import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callList, LIST } from './calls.ts'

test('the list of calls says who may make which; npm run calls writes it', () => {
  expect(readFileSync(LIST, 'utf8')).toBe(callList())
})
