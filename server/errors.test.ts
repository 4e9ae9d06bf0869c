import { readFile } from 'node:fs/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { AppError, OPERATOR_ERRORS, operatorError, printable } from './errors.ts'

test('the manual says of every error of an operator what to do', async () => {
  const manual = await readFile(new URL('../docs/hosting.md', import.meta.url), 'utf8')
  const [, table = ''] = manual.split('## When it does not start')
  const codes = [...table.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, code]) => code)
  expect(codes).toEqual(OPERATOR_ERRORS)
})

test('an error that a person can put right is printed as its sentence, any other with its stack', () => {
  expect(printable(operatorError('pages_not_built', 'Run npm start.'))).toBe('Run npm start. [pages_not_built]')
  expect(printable(new AppError('not_found', 'There is no such account.'))).toBe('There is no such account.')
  for (const fault of [new Error('Oh'), new TypeError('Oh'), 'Oh']) expect(printable(fault)).toBe(fault)
})

test('a failed query is printed without its values', () => {
  const cause = new Error('syntax error')
  expect(printable(new DrizzleQueryError('select $1', ['ann@shopper.example'], cause))).toBe(cause)
})
