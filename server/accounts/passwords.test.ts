import { readdir, readFile } from 'node:fs/promises'
import { constants, getPriority } from 'node:os'
import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { isOutdated } from './hash-worker.ts'
import { hashPassword, isCommonPassword, isPasswordOf, randomPassword } from './passwords.ts'

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
] as const)('the hash accepts %s: %j', async ([, typed, opens]) => {
  const stored = await hashPassword('walnut & rain')
  expect(await isPasswordOf(stored, typed)).toBe(opens)
})

test('no password matches a missing hash', async () => {
  expect(await isPasswordOf(undefined, 'walnut & rain')).toBe(false)
})

test('a password matches in any Unicode normalization', async () => {
  const stored = await hashPassword('caf\u00e9 au lait')
  expect(await isPasswordOf(stored, 'cafe\u0301 au lait')).toBe(true)
})

test('a password above the maximum length is refused, even when its hash matches', async () => {
  const long = 'x'.repeat(129)
  expect(await isPasswordOf(await hashPassword(long), long)).toBe(false)
})

test('a hash made at a lower cost is outdated', { tags: ['S1'] }, async () => {
  expect(isOutdated(await hash('walnut & rain', { memoryCost: 8192, timeCost: 2, parallelism: 1 }))).toBe(true)
  expect(isOutdated(await hash('walnut & rain', { memoryCost: 19_456, timeCost: 1, parallelism: 1 }))).toBe(true)
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
  const own = getPriority()
  await hashPassword('walnut & rain')
  const priorities = (await readdir('/proc/self/task')).map((thread) => getPriority(Number(thread)))
  expect(Math.max(...priorities)).toBe(constants.priority.PRIORITY_LOW)
  expect(own).toBeLessThan(constants.priority.PRIORITY_LOW)
  expect(getPriority()).toBe(own)
})

test('hashing refuses calls beyond its queue, and finishes the others', {
  tags: ['S3'],
}, async () => {
  const strangers = Array.from({ length: 210 }, () => isPasswordOf(undefined, 'x'))
  // Whoever has signed in here before does not wait behind strangers.
  const known = isPasswordOf(undefined, 'x', true)
  const results = await Promise.allSettled(strangers)
  expect(await known).toBe(false)
  const refused = results.filter(({ status }) => status === 'rejected')
  // The queue holds 200, and at most three calls run, depending on the processors.
  expect(refused.length).toBeGreaterThanOrEqual(7)
  expect(refused.length).toBeLessThanOrEqual(9)
  expect(refused[0]).toMatchObject({ reason: { code: 'busy', status: 503 } })
  expect(await isPasswordOf(undefined, 'x')).toBe(false)
})

test('random passwords are long and never the same', () => {
  const made = new Set(Array.from({ length: 100 }, randomPassword))
  expect(made.size).toBe(100)
  for (const password of made) expect(password).toMatch(/^[\w-]{16}$/)
})
