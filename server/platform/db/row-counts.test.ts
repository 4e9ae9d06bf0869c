import { eq, ne, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { coupons } from '#server/shop/schema/coupons.ts'
import { testDatabase } from '#server/testing/app.ts'
import { runSql } from '#server/testing/cluster.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { COUNTED_EACH_TIME, countRows, countRowsSoon } from './row-counts.ts'

async function manyCoupons(count: number) {
  const { db, url } = await testDatabase()
  const add = (from: number, to: number) =>
    runSql(url, `insert into coupons (code) select 'CODE' || n from generate_series(${from}, ${to}) n`)
  await add(1, count)
  return { db, add }
}

test('a list of some length is counted each time', async () => {
  const { db, add } = await manyCoupons(COUNTED_EACH_TIME - 1)
  expect(await countRows(db, coupons, undefined)).toBe(COUNTED_EACH_TIME - 1)
  await add(COUNTED_EACH_TIME, COUNTED_EACH_TIME)
  expect(await countRows(db, coupons, undefined)).toBe(COUNTED_EACH_TIME)
  expect(await countRows(db, coupons, eq(coupons.code, 'CODE7'))).toBe(1)
})

test('a longer list has the last count for a minute, and then until it is counted anew', async () => {
  const { db, add } = await manyCoupons(COUNTED_EACH_TIME + 1)
  const count = () => countRows(db, coupons, ne(coupons.code, 'NONE'))
  expect(await count()).toBe(COUNTED_EACH_TIME + 1)
  await add(COUNTED_EACH_TIME + 2, COUNTED_EACH_TIME + 5)
  expect(await count()).toBe(COUNTED_EACH_TIME + 1)
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 61_000)
  onTestFinished(() => clock.mockRestore())
  expect(await count()).toBe(COUNTED_EACH_TIME + 1)
  await waitFor(async () => expect(await count()).toBe(COUNTED_EACH_TIME + 5))
})

test('a page behind the last count is counted for', async () => {
  const { db, add } = await manyCoupons(COUNTED_EACH_TIME + 1)
  await countRows(db, coupons, undefined)
  await add(COUNTED_EACH_TIME + 2, COUNTED_EACH_TIME + 2)
  expect(await countRows(db, coupons, undefined, COUNTED_EACH_TIME + 1)).toBe(COUNTED_EACH_TIME + 2)
})

test('a list that nobody has asked for in two minutes is counted', async () => {
  const { db, add } = await manyCoupons(COUNTED_EACH_TIME + 1)
  await countRows(db, coupons, undefined)
  await add(COUNTED_EACH_TIME + 2, COUNTED_EACH_TIME + 2)
  const later = Date.now() + 121_000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
  onTestFinished(() => clock.mockRestore())
  expect(await countRows(db, coupons, undefined)).toBe(COUNTED_EACH_TIME + 2)
})

test('the start of a list does not wait for a slow count, which the next page has', async () => {
  const { db } = await manyCoupons(COUNTED_EACH_TIME + 2)
  const last = `CODE${COUNTED_EACH_TIME + 2}`
  const slow = sql`(${coupons.code} <> ${last} or pg_sleep(2) is not null)`
  expect(await countRowsSoon(db, coupons, slow)).toBeUndefined()
  await waitFor(async () => expect(await countRowsSoon(db, coupons, slow)).toBe(COUNTED_EACH_TIME + 2))
  expect(await countRowsSoon(db, coupons, eq(coupons.code, last))).toBe(1)
})
