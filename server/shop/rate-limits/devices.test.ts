import { expect, test } from 'vitest'
import { rateLimits } from '#server/platform/rate-limits/schema.ts'
import { resetPassword } from '#server/shop/accounts/users.ts'
import { testApp } from '#server/testing/app.ts'
import { PASSWORD, user } from '#server/testing/factories.ts'
import { callsFrom, DAY, passTime, repeat, testAddress } from '#server/testing/limits.ts'
import { figure, runs } from '#server/testing/torture.ts'

const EMAIL = 'iris@shopper.example'
const WRONG = 'wrong password'
const statuses = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode)

/** A shop with rate limits and the user iris@shopper.example. Each sign-in comes from another network address. */
async function signingIn(options: Parameters<typeof testApp>[0] = {}) {
  const shop = await testApp({ rateLimits: true, ...options })
  const { user: iris } = await user(shop.db, { email: EMAIL })
  let calls = 0
  const signIn = (password: string, devices?: string[], email: string = EMAIL) =>
    callsFrom(shop.app, testAddress(++calls))('/api/users/login', { email, password, devices })
  const markOf = async (email = EMAIL, password = PASSWORD): Promise<string> =>
    (await signIn(password, undefined, email)).json().device
  const wrong = (times: number, devices?: string[]) => repeat(times, () => signIn(WRONG, devices))
  return { ...shop, iris, signIn, markOf, wrong }
}

test('strangers who guess passwords lock out every browser except the owner’s', { tags: ['S21'] }, async ({ task }) => {
  const strangers = runs(1, 20)
  const { db, signIn, markOf, wrong } = await signingIn()
  const mark = await markOf()
  for (let round = 0; round < strangers; round++) {
    expect(statuses(await wrong(round === 0 ? 11 : 1))).toContain(round === 0 ? 429 : 401)
    expect((await signIn(PASSWORD)).statusCode).toBe(429)
    expect((await signIn(PASSWORD, [mark])).statusCode).toBe(200)
    await passTime(db, 12 * 3600)
  }
  figure(task, `${10 + strangers - 1} guesses of strangers: her own browser signs in each time, any other waits`)
})

test('a sign-in with a device mark does not change the strangers’ counter', { tags: ['S21'] }, async () => {
  const { signIn, markOf, wrong } = await signingIn()
  const mark = await markOf()
  await wrong(10)
  expect((await signIn(PASSWORD, [mark])).statusCode).toBe(200)
  expect(statuses(await wrong(1))).toEqual([429])
})

test('a stolen device mark allows a hundred guesses in a row, and no more', { tags: ['S21'] }, async ({ task }) => {
  const { db, signIn, markOf, wrong } = await signingIn()
  const [mark, other] = [await markOf(), await markOf()]
  expect(statuses(await wrong(11, [mark]))).toEqual([...Array(10).fill(401), 429])
  expect((await signIn(PASSWORD, [mark])).statusCode).toBe(429)
  // A browser without a mark, or with another one, does not have to wait.
  expect((await signIn(PASSWORD)).statusCode).toBe(200)
  expect((await signIn(PASSWORD, [other])).statusCode).toBe(200)
  const wait = async () => Number((await signIn(WRONG, [mark])).headers['retry-after'])
  for (let guesses = 10; guesses < runs(13, 100); guesses++) {
    await passTime(db, await wait())
    expect((await signIn(WRONG, [mark])).statusCode).toBe(401)
  }
  expect(Math.round((await wait()) / 60)).toBe(runs(8, (30 * DAY) / 60))
  figure(task, 'a stolen mark: 100 wrong in a row, with growing waits, then none for 30 days')
})

test.for([
  ['that is invented', async () => `${'0'.repeat(32)}.${'A'.repeat(43)}`],
  ['that is empty', async () => ''],
  ['without a signature', async ({ markOf }) => nonceOf(await markOf())],
  [
    'with the signature of another mark',
    async ({ markOf }) => `${nonceOf(await markOf())}.${signatureOf(await markOf())}`,
  ],
  ['in another spelling', async ({ markOf }) => (await markOf()).toUpperCase()],
  [
    'of another account',
    async ({ db, markOf }) => {
      await user(db, { email: 'other@shopper.example' })
      return markOf('other@shopper.example')
    },
  ],
] as [string, (shop: Awaited<ReturnType<typeof signingIn>>) => Promise<string>][])(
  'a device mark %s does not bypass the limit of strangers',
  { tags: ['S21'] },
  async ([, forgedMark]) => {
    const shop = await signingIn()
    const mark = await forgedMark(shop)
    await shop.wrong(10, [mark])
    expect((await shop.signIn(PASSWORD)).statusCode).toBe(429)
    expect((await shop.signIn(PASSWORD, [mark])).statusCode).toBe(429)
  },
)

const nonceOf = (mark: string) => mark.split('.')[0] ?? ''
const signatureOf = (mark: string) => mark.split('.')[1] ?? ''

test('a password reset invalidates the marks of all devices', { tags: ['S21'] }, async () => {
  const { db, signIn, markOf, wrong } = await signingIn()
  const mark = await markOf()
  const password = await resetPassword(db, EMAIL)
  const fresh = await markOf(EMAIL, password)
  await wrong(10)
  expect((await signIn(password, [mark])).statusCode).toBe(429)
  expect((await signIn(password, [mark, fresh])).statusCode).toBe(200)
})

test('a password change on the profile invalidates the other marks and returns a new one', {
  tags: ['S21'],
}, async () => {
  const { app, signIn, wrong } = await signingIn()
  const { token, device: mark } = (await signIn(PASSWORD)).json()
  const password = 'a glazed cup by the sea'
  const headers = { authorization: `Bearer ${token}` }
  const payload = { password, currentPassword: PASSWORD }
  const profileReply = await app.inject({ method: 'PUT', url: '/api/users/profile', headers, payload })
  await wrong(10)
  expect((await signIn(password, [mark])).statusCode).toBe(429)
  expect((await signIn(password, [profileReply.json().device])).statusCode).toBe(200)
})

test('a new user has a device mark from the start', async () => {
  const { app, signIn } = await signingIn()
  const newcomer = { name: 'Ann', email: 'ann@new.example', password: PASSWORD }
  const registration = await app.inject({ method: 'POST', url: '/api/users', payload: newcomer })
  await repeat(10, () => signIn(WRONG, undefined, newcomer.email))
  expect((await signIn(PASSWORD, undefined, newcomer.email)).statusCode).toBe(429)
  expect((await signIn(PASSWORD, [registration.json().device], newcomer.email)).statusCode).toBe(200)
})

test('a known device needs no robot check while strangers guess elsewhere', async () => {
  const { signIn, markOf, wrong } = await signingIn({ robotCheck: { provider: 'altcha' } })
  const mark = await markOf()
  expect(statuses(await wrong(6))).toEqual([...Array(5).fill(401), 403])
  expect((await signIn(PASSWORD)).statusCode).toBe(403)
  expect((await signIn(PASSWORD, [mark])).statusCode).toBe(200)
  expect(statuses(await wrong(6, [mark]))).toEqual([...Array(5).fill(401), 403])
})

test('device marks reveal nothing about the account, and the counters hold none in plain text', async () => {
  const { db, iris, markOf, wrong } = await signingIn()
  const mark = await markOf()
  expect(mark).toMatch(/^[0-9a-f]{32}\.[\w-]{43}$/)
  expect(mark).not.toContain(iris.id)
  await wrong(1, [mark])
  for (const { key } of await db.select().from(rateLimits)) expect(key).toMatch(/^[0-9a-f]{64}$/)
})

test.for([
  ['too many', Array(6).fill('0.A')],
  ['too long', ['0'.repeat(101)]],
  ['not of texts', [{ mark: 1 }]],
] as const)('a list of device marks that is %s is refused', async ([, devices]) => {
  const { app } = await signingIn()
  const payload = { email: EMAIL, password: PASSWORD, devices }
  expect((await app.inject({ method: 'POST', url: '/api/users/login', payload })).statusCode).toBe(400)
})
