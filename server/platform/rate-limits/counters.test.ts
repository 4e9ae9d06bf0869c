import { expect, test } from 'vitest'
import { type Db, openDatabase } from '#server/platform/db/client.ts'
import { testDatabase } from '#server/testing/app.ts'
import { passTime, repeat } from '#server/testing/limits.ts'
import { decrementCounters, incrementCounters, removeExpiredCounters } from './counters.ts'
import type { Counter } from './define-policies.ts'
import { networkKey } from './network-key.ts'
import { waitInWords } from './rate-limits.ts'
import { rateLimits } from './schema.ts'

const counter = (subject: string, most: number, seconds = 60): Counter => ({
  name: subject === 'here' ? 'knocks per address' : 'knocks per account',
  subject,
  most,
  seconds,
  isInARow: false,
})
const hits = async (db: Db) => (await db.select().from(rateLimits)).map((row) => row.hits).sort((a, b) => a - b)

test('an increment that one full counter refuses counts in no other', async () => {
  const { db } = await testDatabase()
  const both = [counter('ann', 2), counter('here', 10)]
  expect(await repeat(2, () => incrementCounters(db, both))).toEqual([null, null])
  const full = await repeat(5, () => incrementCounters(db, both))
  for (const { name, wait } of full.map((match) => match ?? { name: '', wait: 0 })) {
    expect(name).toBe('knocks per account')
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
  }
  expect(await hits(db)).toEqual([2, 2])
})

test('concurrent increments from two processes never exceed the limit, and refused ones change nothing', async () => {
  const { db, url } = await testDatabase()
  const other = openDatabase(url)
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, round) =>
      incrementCounters(round % 2 ? db : other, [counter('here', 40), counter(`account ${round % 3}`, 4)]),
    ),
  )
  await other.$client.end()
  expect(outcomes.filter((full) => full === null)).toHaveLength(12)
  expect(await hits(db)).toEqual([4, 4, 4, 12])
})

test('a rollback undoes the count', async () => {
  const { db } = await testDatabase()
  const transaction = db.transaction(async (tx) => {
    await incrementCounters(tx, [counter('ann', 1)])
    throw new Error('The stock is gone.')
  })
  await expect(transaction).rejects.toThrow('The stock is gone.')
  expect(await incrementCounters(db, [counter('ann', 1)])).toBe(null)
  expect(await incrementCounters(db, [counter('ann', 1)])).not.toBe(null)
})

test('a decrement frees one count, and no counter goes below zero', async () => {
  const { db } = await testDatabase()
  const once = [counter('ann', 1)]
  await incrementCounters(db, once)
  await repeat(3, () => decrementCounters(db, once))
  expect(await hits(db)).toEqual([0])
  expect(await incrementCounters(db, once)).toBe(null)
  expect(await incrementCounters(db, once)).not.toBe(null)
})

test('a window starts with its first count, and refused increments do not extend it', async () => {
  const { db } = await testDatabase()
  const twice = [counter('ann', 2, 60)]
  await incrementCounters(db, twice)
  await passTime(db, 40)
  await incrementCounters(db, twice)
  expect((await incrementCounters(db, twice))?.wait).toBeLessThanOrEqual(20)
  await passTime(db, 20)
  expect(await incrementCounters(db, twice)).toBe(null)
})

test('the cleanup deletes expired counters only', async () => {
  const { db } = await testDatabase()
  await incrementCounters(db, [counter('ann', 1, 60), counter('ben', 1, 60)])
  await passTime(db, 61)
  await incrementCounters(db, [counter('here', 1, 60)])
  await removeExpiredCounters(db)
  expect(await hits(db)).toEqual([1])
})

test.for([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['no address', 'no address'],
  [undefined, 'closed'],
] as const)('the address %s counts as %s', ([address, network]) => expect(networkKey(address)).toBe(network))

test.for([
  [1, '1 minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [5_400, '90 minutes'],
  [7_200, '2 hours'],
  [86_400, '24 hours'],
  [2_592_000, '30 days'],
] as const)('%i seconds read as %s', ([seconds, words]) => expect(waitInWords(seconds)).toBe(words))
