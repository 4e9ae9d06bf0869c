import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'

const LOCK_PATTERN = /\b\w+_LOCK = ([\d_]+)|pg_advisory_xact_lock\((\d+)/g

/** The numbers of advisory locks in the program's sources, each once for its file. */
async function lockNumbers() {
  const files = await Array.fromAsync(glob(['{app,server,features}/**/*.ts', '{server,features}/**/functions/*.sql']))
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(LOCK_PATTERN)].map(([, constant = '', inSql = '']) => ({
      file,
      number: Number(constant.replaceAll('_', '') || inSql),
    })),
  )
}

test('no two advisory locks have the same number, so that nobody waits for what is not his', async () => {
  const locks = await lockNumbers()
  // Both triggers that add words of products share one.
  const constants = locks.filter(({ file }) => file.endsWith('.ts'))
  const words = locks.filter(({ file }) => file.endsWith('.sql'))
  expect(constants.length).toBeGreaterThan(18)
  expect(new Set(words.map(({ number }) => number))).toEqual(new Set([7_272_732]))
  const numbers = [...constants.map(({ number }) => number), 7_272_732]
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted())
})
