import { readdir, readFile } from 'node:fs/promises'
import { constants, getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { isOutdated } from './hash-worker.ts'
import { hashPassword, isCommonPassword, isPasswordOf, leastPriority, randomPassword } from './passwords.ts'

test('a password is stored as an argon2id hash with its own salt', { tags: ['S1'] }, async () => {
  const [one, other] = await Promise.all([hashPassword('walnut & rain'), hashPassword('walnut & rain')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
})

test.for([
  ['the password', 'walnut & rain', true],
  ['another password', 'walnut & rain ', false],
  ['another letter case', 'Walnut & rain', false],
  ['an empty password', '', false],
] as const)('the hash accepts %s: %j', async ([, password, opens]) => {
  const hash = await hashPassword('walnut & rain')
  expect(await isPasswordOf(hash, password)).toBe(opens)
})

test('no password matches a missing hash', async () => {
  expect(await isPasswordOf(undefined, 'walnut & rain')).toBe(false)
})

test('a password matches in any Unicode normalization', async () => {
  const hash = await hashPassword('caf\u00e9 au lait')
  expect(await isPasswordOf(hash, 'cafe\u0301 au lait')).toBe(true)
})

test('a password above the maximum length is refused, even when its hash matches', async () => {
  const long = 'x'.repeat(129)
  expect(await isPasswordOf(await hashPassword(long), long)).toBe(false)
})

/** Hashes of "walnut & rain" by another implementation of Argon2 (`node:crypto` of Node 26). */
const BY_ANOTHER = {
  sameCost: '$argon2id$v=19$m=19456,t=2,p=1$PrcLB1248Y6huDhL6TtjXw$RVNG+vmJZozizi2aP/s8G5TmjleQkBOTX+BbsIA6a8s',
  lessMemory: '$argon2id$v=19$m=8192,t=2,p=1$dQV2jkmtqpX4Pe0tINPLWA$2E2/x6dLycVGxiKF3/+MNnvZBXD+FjzyS8poye8tyRg',
  onePass: '$argon2id$v=19$m=19456,t=1,p=1$b10TAk6YS+o4JNc21sGzlw$jS5V8fGR5L27sf0GewtifPB3MU6ajMBcuVJ/v5jydTM',
}

test.for(Object.entries(BY_ANOTHER))(
  'a stored hash of another implementation opens with its password: %s',
  {
    tags: ['S1'],
  },
  async ([, hash]) => {
    expect(await isPasswordOf(hash, 'walnut & rain')).toBe(true)
    expect(await isPasswordOf(hash, 'walnut and rain')).toBe(false)
  },
)

test('a hash made at a lower cost is outdated', { tags: ['S1'] }, async () => {
  expect(isOutdated(BY_ANOTHER.lessMemory)).toBe(true)
  expect(isOutdated(BY_ANOTHER.onePass)).toBe(true)
  expect(isOutdated(BY_ANOTHER.sameCost)).toBe(false)
  expect(isOutdated(await hashPassword('walnut & rain'))).toBe(false)
})

test.for([
  ['password', true],
  ['PassWord', true],
  ['12345678', true],
  ['qwertyuiop', true],
  ['Zi Boutique', true],
  ['zi-boutique', true],
  ['ZiBoutique2026!', true],
  ['2026 Zi Boutique', true],
  ['Z1 B0utiqu3', true],
  ['boutique123', true],
  ['boutiqueboutique', true],
  ['poiuytrewq', true],
  ['my zi boutique pen', false],
  ['🧵🧵🧵🧵🧵🧵🧵🧵', false],
  ['a walnut pen in the rain', false],
  ['correct horse', false],
] as const)('%j is common: %s', { tags: ['S2'] }, ([password, isCommon]) =>
  expect(isCommonPassword(password, 'Zi Boutique')).toBe(isCommon),
)

test.for([
  ['Rosa’s Pots & Pans', 'r0sas-p0ts-2026', true],
  ['Rosa’s Pots & Pans', 'potspanspots', true],
  ['Rosa’s Pots & Pans', 'Zi Boutique', false],
  ['Глина', 'a walnut pen', false],
  ['Глина', '20262026', false],
  ['a a aa aaa aaaa', `${'a'.repeat(120)}b`, false],
] as const)('in a shop named %j, %j is common: %s', { tags: ['S2'], timeout: 1_000 }, ([name, password, isCommon]) =>
  expect(isCommonPassword(password, name)).toBe(isCommon),
)

test('the 3,000 commonest passwords are all in the list', { tags: ['S2'] }, async () => {
  const list = (await readFile(new URL('common-passwords.txt', import.meta.url), 'utf8')).trim().split('\n')
  expect(list.length).toBeGreaterThanOrEqual(3000)
  expect(
    list.filter((password) => password.length < 8 || !isCommonPassword(password.toUpperCase(), 'Zi Boutique')),
  ).toEqual([])
})

test.runIf(process.platform === 'linux')('pages go before hashing', { tags: ['S3'] }, async () => {
  // The test process may run at a low priority itself.
  const priority = getPriority()
  await hashPassword('walnut & rain')
  const priorities = (await readdir('/proc/self/task')).map((thread) => getPriority(Number(thread)))
  expect(Math.max(...priorities)).toBe(constants.priority.PRIORITY_LOW)
  expect(priority).toBeLessThan(constants.priority.PRIORITY_LOW)
  expect(getPriority()).toBe(priority)
})

test.for([
  ['linux', 19],
  ['darwin', 19],
  // THREAD_PRIORITY_LOWEST. A number of nice(2) ends the thread there, and with it the shop.
  ['win32', -2],
] as const)('on %s the lowest priority of a thread is %i', ([platform, priority]) => {
  expect(leastPriority(platform)).toBe(priority)
})

test('hashing refuses calls beyond its queue, and finishes the others', {
  tags: ['S3'],
}, async () => {
  const strangers = Array.from({ length: 210 }, () => isPasswordOf(undefined, 'x'))
  // Whoever has signed in here before does not wait behind strangers.
  const firstCheck = isPasswordOf(undefined, 'x', true)
  const results = await Promise.allSettled(strangers)
  expect(await firstCheck).toBe(false)
  const rejections = results.filter(({ status }) => status === 'rejected')
  // The queue holds 200, and at most three calls run, depending on the processors.
  expect(rejections.length).toBeGreaterThanOrEqual(7)
  expect(rejections.length).toBeLessThanOrEqual(9)
  expect(rejections[0]).toMatchObject({ reason: { code: 'busy', status: 503 } })
  expect(await isPasswordOf(undefined, 'x')).toBe(false)
})

test('random passwords are long and never the same', () => {
  const passwords = new Set(Array.from({ length: 100 }, randomPassword))
  expect(passwords.size).toBe(100)
  for (const password of passwords) expect(password).toMatch(/^[\w-]{16}$/)
})
