import { expect, test } from 'vitest'
import { rateLimits } from '#server/platform/rate-limits/schema.ts'
import { resetPassword } from '#server/shop/accounts/users.ts'
import { users } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { PASSWORD, user } from '#server/testing/factories.ts'
import { callsFrom, DAY, HOUR, passTime, repeat, testAddress } from '#server/testing/limits.ts'
import { figure, runs } from '#server/testing/torture.ts'

const EMAIL = 'iris@shopper.example'
const NOBODY = 'nobody@shopper.example'
const WRONG = 'wrong password'
const statuses = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode)

/** A shop with rate limits and the user iris@shopper.example. Each sign-in comes from another network address. */
async function signingIn() {
  const shop = await testApp({ rateLimits: true })
  await user(shop.db, { email: EMAIL })
  let calls = 0
  const signIn = (password: string, email: string = EMAIL, address = testAddress(++calls)) =>
    callsFrom(shop.app, address)('/api/users/login', { email, password })
  const wrong = (times: number, email?: string) => repeat(times, () => signIn(WRONG, email))
  return { ...shop, signIn, wrong }
}

test('after ten wrong passwords an account has to wait, and then the right password signs in', {
  tags: ['S5'],
}, async ({ task }) => {
  const { db, signIn, wrong } = await signingIn()
  expect(statuses(await wrong(10))).toEqual(Array(10).fill(401))
  const refusal = await signIn(PASSWORD)
  expect(refusal.statusCode).toBe(429)
  const message = 'Too many sign-in attempts. Please try again in 1 minute.'
  expect(refusal.json()).toEqual({ code: 'rate_limited', message, retryAfter: Number(refusal.headers['retry-after']) })
  await passTime(db, 60)
  expect((await signIn(PASSWORD)).statusCode).toBe(200)
  // The count restarts at zero, because it counts wrong passwords in a row.
  expect(statuses(await wrong(10))).toEqual(Array(10).fill(401))
  expect((await signIn(PASSWORD)).statusCode).toBe(429)
  figure(task, '10 wrong, then 429; the right password signs in after the wait')
})

test('the wait grows with each wrong password, up to a hundred in a row', {
  tags: ['S5'],
}, async ({ task }) => {
  const { db, signIn, wrong } = await signingIn()
  await wrong(10)
  const minutes: number[] = []
  let guesses = 10
  for (let wait = 0; wait < 20 * DAY; minutes.push(Math.round(wait / 60))) {
    wait = Number((await signIn(WRONG)).headers['retry-after'])
    if (wait < 20 * DAY) {
      await passTime(db, wait)
      expect((await signIn(WRONG)).statusCode).toBe(401)
      guesses++
    }
  }
  expect(guesses).toBe(100)
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, ...Array(80).fill(12 * 60), 30 * 24 * 60])
  await passTime(db, 30 * DAY)
  expect((await signIn(PASSWORD)).statusCode).toBe(200)
  figure(task, '100 wrong in a row; waits double from a minute to 12 hours; all is well after 30 quiet days')
})

test('a new password ends the wait at once', { tags: ['S5'] }, async () => {
  const { db, signIn, wrong } = await signingIn()
  await wrong(10)
  expect((await signIn(PASSWORD)).statusCode).toBe(429)
  const password = await resetPassword(db, EMAIL)
  expect((await signIn(password)).statusCode).toBe(200)
})

test.for([
  ['in capitals', 'IRIS.K@Shopper.Example'],
  ['with spaces around it', '  iris.k@shopper.example '],
  ['with a sign that the database folds to k', 'iris.\u212a@shopper.example'],
] as const)('the same address %s shares the counter of the account', { tags: ['S5'] }, async ([, spelt]) => {
  const { db, signIn, wrong } = await signingIn()
  await user(db, { email: 'iris.k@shopper.example' })
  expect((await signIn(PASSWORD, spelt)).statusCode).toBe(200)
  await wrong(10, 'iris.k@shopper.example')
  expect((await signIn(PASSWORD, spelt)).statusCode).toBe(429)
})

test('a limit does not reveal whether an address has an account', { tags: ['S5'] }, async () => {
  const { wrong } = await signingIn()
  const answers = async (email: string) =>
    (await wrong(13, email)).map(({ statusCode, body, headers }) => ({
      statusCode,
      body,
      wait: headers['retry-after'],
    }))
  expect(await answers(NOBODY)).toEqual(await answers(EMAIL))
})

test('of many concurrent guesses ten are checked', { tags: ['S5'] }, async ({ task }) => {
  const count = runs(40, 400)
  const { signIn } = await signingIn()
  const replies = await Promise.all(Array.from({ length: count }, () => signIn(WRONG)))
  expect(statuses(replies).sort()).toEqual([...Array(10).fill(401), ...Array(count - 10).fill(429)])
  figure(task, `${count} guesses at once: 10 checked`)
})

test('one network address may send thirty wrong passwords in ten minutes, to whatever accounts', {
  tags: ['S6'],
}, async ({ task }) => {
  const { db, signIn } = await signingIn()
  const [here, elsewhere] = [testAddress(1), testAddress(2)]
  const sprayGuess = (round: number) => signIn(WRONG, `shopper-${round}@shopper.example`, here)
  // Signing in to an account of one's own between the guesses does not allow more of them.
  const spray = async (round: number) => {
    if (round % 10 === 0) expect((await signIn(PASSWORD, EMAIL, here)).statusCode).toBe(200)
    return sprayGuess(round)
  }
  expect(statuses(await repeat(30, spray))).toEqual(Array(30).fill(401))
  expect((await sprayGuess(31)).statusCode).toBe(429)
  expect((await signIn(PASSWORD, EMAIL, here)).statusCode).toBe(429)
  expect((await signIn(PASSWORD, EMAIL, elsewhere)).statusCode).toBe(200)
  await passTime(db, 600)
  expect((await signIn(PASSWORD, EMAIL, here)).statusCode).toBe(200)
  figure(task, 'one address: 30 wrong, then 429')
})

test('right passwords have no limit', async () => {
  const { signIn } = await signingIn()
  expect(statuses(await repeat(35, () => signIn(PASSWORD, EMAIL, testAddress(1))))).toEqual(Array(35).fill(200))
})

test('the counters hold no email address in plain text', async () => {
  const { db, wrong } = await signingIn()
  await wrong(2)
  const rows = await db.select().from(rateLimits)
  expect(rows).toHaveLength(3)
  for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{64}$/)
})

const newcomer = (round: number, password = PASSWORD) => ({ name: 'Ann', email: `ann-${round}@new.example`, password })

test('one network may open thirty accounts an hour', { tags: ['Q7'] }, async ({ task }) => {
  const { db, app } = await testApp({ rateLimits: true })
  const [here, elsewhere] = [callsFrom(app, testAddress(1)), callsFrom(app, testAddress(2))]
  const register = (round: number) => here('/api/users', newcomer(round))
  expect((await here('/api/users', newcomer(0, 'password1'))).statusCode).toBe(400)
  expect(statuses(await repeat(30, register))).toEqual(Array(30).fill(201))
  const refusal = await register(30)
  const message = 'Too many accounts were created from your network. Please try again in 60 minutes.'
  expect([refusal.statusCode, refusal.json().message]).toEqual([429, message])
  expect(await db.$count(users)).toBe(30)
  expect((await elsewhere('/api/users', newcomer(31))).statusCode).toBe(201)
  await passTime(db, HOUR)
  expect((await register(32)).statusCode).toBe(201)
  figure(task, '30 an hour, then 429')
})

test('one network can learn of five addresses an hour whether they have an account', {
  tags: ['Q7'],
}, async ({ task }) => {
  const { app } = await testApp({ rateLimits: true })
  const register = (round: number) => callsFrom(app, testAddress(1))('/api/users', newcomer(round))
  await repeat(6, register)
  expect(statuses(await repeat(5, register))).toEqual(Array(5).fill(422))
  // From here on a taken address and a free one get the same response.
  expect(statuses(await repeat(7, (round) => register(round + 5)))).toEqual(Array(7).fill(429))
  figure(task, '5 addresses that are taken, then 429 for every address')
})

const REGISTRATIONS = 31

test.for([
  ['a forged header bypasses no limit while no proxy is trusted', [], '203.0.113.9', (n: number) => `10.0.0.${n}`, 429],
  [
    'a forged header of a request around the proxy bypasses no limit',
    ['127.0.0.1'],
    '203.0.113.9',
    (n: number) => `10.0.0.${n}`,
    429,
  ],
  [
    'a header forged before the proxy bypasses no limit',
    ['127.0.0.1'],
    '127.0.0.1',
    (n: number) => `10.0.0.${n}, 198.51.100.7`,
    429,
  ],
  [
    'shoppers behind a trusted proxy are counted one by one',
    ['127.0.0.1'],
    '127.0.0.1',
    (n: number) => `198.51.100.${n}`,
    201,
  ],
  [
    'shoppers behind a trusted network are counted one by one',
    ['10.0.0.0/8'],
    '10.1.2.3',
    (n: number) => `198.51.100.${n}`,
    201,
  ],
] as const)('%s', { tags: ['Q8'] }, async (row) => {
  const [, trustProxy, address, forwardedFor, status] = row
  const { app } = await testApp({ rateLimits: true }, { trustProxy: [...trustProxy] })
  const call = callsFrom(app, address)
  const replies = await repeat(REGISTRATIONS, (round) =>
    call('/api/users', newcomer(round), undefined, { 'x-forwarded-for': forwardedFor(round + 1) }),
  )
  expect(statuses(replies)).toEqual([...Array(REGISTRATIONS - 1).fill(201), status])
})

test.for([
  ['that TRUST_PROXY does not name', [], 1],
  ['that TRUST_PROXY names', ['127.0.0.1'], 0],
] as const)('a proxy %s logs %3$i warnings', async ([, trustProxy, warnings]) => {
  const lines: string[] = []
  const logTo = { write: (line: string) => lines.push(line) }
  const { app } = await testApp({ rateLimits: true }, { trustProxy: [...trustProxy], logLevel: 'warn', logTo })
  const call = callsFrom(app, '127.0.0.1')
  await repeat(2, (round) => call('/api/users', newcomer(round), undefined, { 'x-forwarded-for': '198.51.100.7' }))
  expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(warnings)
})
