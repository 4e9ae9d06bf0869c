import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { RobotChallenge } from '#contract/robot-check.ts'
import { drop } from '#features/drops/testing/factories.ts'
import { secrets } from '#server/platform/db/schema.ts'
import { rateLimits } from '#server/platform/rate-limits/schema.ts'
import { users } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { PASSWORD, product, user } from '#server/testing/factories.ts'
import { callsFrom, passTime, repeat, testAddress } from '#server/testing/limits.ts'
import { encodedSolution, solvedChallenge } from '#server/testing/robots.ts'
import { figure, runs } from '#server/testing/torture.ts'
import type { RobotCheck } from './robot-check-setup.ts'
import { resetPassword } from './users.ts'

const REFUSAL = { code: 'robot_check_required', message: 'Must Complete ReCAPTCHA!' }
const EMAIL = 'iris@shopper.example'
const CHALLENGE_SECRET = eq(secrets.name, 'robot check')
const statuses = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode)

/** A shop with a robot check; each registration is of a new user. */
async function checkingShop(robotCheck: RobotCheck = { provider: 'altcha' }) {
  const shop = await testApp({ robotCheck, rateLimits: true })
  let calls = 0
  const ann = () => ({ name: 'Ann', email: `ann-${++calls}@new.example`, password: PASSWORD })
  return {
    ...shop,
    challenge: async () => RobotChallenge.parse((await shop.get('/api/users/robot-check/challenge')).json()),
    register: (robotCheck?: unknown) =>
      callsFrom(shop.app, testAddress(calls))('/api/users', { ...ann(), ...(robotCheck ? { robotCheck } : {}) }),
    signIn: (password: string, robotCheck?: string, address = testAddress(++calls)) =>
      callsFrom(shop.app, address)('/api/users/login', { email: EMAIL, password, robotCheck }),
  }
}

/** A stand-in for Google with this response; `asked` has its requests. */
async function siteverify(answer: { status?: number; body: string } | 'silence') {
  const requests: string[] = []
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const part of request) body += part
    requests.push(`${request.url} ${body}`)
    if (answer === 'silence') return
    reply.writeHead(answer.status ?? 200, { 'content-type': 'application/json', location: '/elsewhere' })
    reply.end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const keys = { siteKey: 'public-key', secret: 'private-key', baseUrl: `http://127.0.0.1:${port}/recaptcha` }
  return { requests, robotCheck: { provider: 'recaptcha', ...keys } as const }
}

const google = (verdict: object) => ({ body: JSON.stringify(verdict) })

test('a solved challenge registers one account, and not a second one', { tags: ['S18'] }, async ({ task }) => {
  const { db, challenge, register } = await checkingShop()
  const answer = await solvedChallenge(await challenge())
  expect((await register(answer)).statusCode).toBe(201)
  const again = await register(answer)
  expect([again.statusCode, again.json()]).toEqual([403, REFUSAL])
  expect(await db.$count(users)).toBe(1)
  figure(task, 'solved: 1 account; sent again: 403')
})

test('of many concurrent registrations with one solution, one succeeds', { tags: ['S18'] }, async ({ task }) => {
  const count = runs(20, 200)
  const { db, challenge, register } = await checkingShop()
  const answer = await solvedChallenge(await challenge())
  const replies = await Promise.all(Array.from({ length: count }, () => register(answer)))
  expect(statuses(replies).sort()).toEqual([201, ...Array(count - 1).fill(403)])
  expect(await db.$count(users)).toBe(1)
  figure(task, `${count} at once with one solution: 1 account`)
})

const NONSENSE = [
  ['nothing', undefined],
  ['an empty answer', ''],
  ['an answer that is no base64', '~~~'],
  ['an answer of another type', encodedSolution({ hello: 'robot' })],
  ['null', encodedSolution({ challenge: null, solution: null })],
] as const

test('after a new password an account signs in without the check again', async () => {
  const { db, signIn } = await checkingShop()
  await user(db, { email: EMAIL })
  expect(statuses(await repeat(5, () => signIn('wrong password')))).toEqual(Array(5).fill(401))
  expect((await signIn(PASSWORD)).json()).toEqual(REFUSAL)
  expect((await signIn(await resetPassword(db, EMAIL))).statusCode).toBe(200)
})

test('nobody registers without a solution', { tags: ['S18'] }, async () => {
  const { db, register } = await checkingShop()
  for (const [what, answer] of NONSENSE) {
    const reply = await register(answer)
    expect([reply.statusCode, reply.json()], what).toEqual([403, REFUSAL])
  }
  expect(await db.$count(users)).toBe(0)
})

const later = Math.floor(Date.now() / 1000) + 3_600

test.for([
  ['made easier', { cost: 1, keyPrefix: '00' }],
  ['made to last', { expiresAt: later }],
] as const)('a challenge that was %s does not register', { tags: ['S18'] }, async ([, changes]) => {
  const { challenge, register } = await checkingShop()
  const response = await challenge()
  const { expiresAt } = response.parameters
  expect(expiresAt).toBeLessThan(later)
  expect((await register(await solvedChallenge(response, changes))).json()).toEqual(REFUSAL)
})

test('guessed signatures and challenges of another shop do not register', { tags: ['S18'] }, async () => {
  const { challenge, register } = await checkingShop()
  const response = await challenge()
  const guess = { counter: 500, derivedKey: response.parameters.keyPrefix.padEnd(64, '0') }
  expect((await register(encodedSolution({ challenge: response, solution: guess }))).json()).toEqual(REFUSAL)
  const elsewhere = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 1,
    expiresAt: later,
    deriveKey,
    hmacSignatureSecret: 'theirs',
    hmacKeySignatureSecret: 'theirs',
  })
  expect((await register(await solvedChallenge(RobotChallenge.parse(elsewhere)))).json()).toEqual(REFUSAL)
})

test('a challenge expires after twenty minutes, and its use is remembered as long', { tags: ['S18'] }, async () => {
  const { db, challenge, register } = await checkingShop()
  const response = await challenge()
  expect(response.parameters.expiresAt - Date.now() / 1000).toBeCloseTo(20 * 60, -1)
  expect((await register(await solvedChallenge(response))).statusCode).toBe(201)
  const [storedSolution] = await db
    .select()
    .from(rateLimits)
    .where(sql`${rateLimits.windowEnds} > now() + interval '19 minutes'`)
  expect(storedSolution?.windowEnds.getTime()).toBeGreaterThanOrEqual(response.parameters.expiresAt * 1000)
  // A valid signature on an expired challenge.
  const [secret] = await db.select().from(secrets).where(CHALLENGE_SECRET)
  const old = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 1,
    expiresAt: Math.floor(Date.now() / 1000) - 1,
    deriveKey,
    hmacSignatureSecret: `${secret?.value} challenge`,
    hmacKeySignatureSecret: `${secret?.value} key`,
  })
  expect((await register(await solvedChallenge(RobotChallenge.parse(old)))).json()).toEqual(REFUSAL)
})

test('every process accepts the challenges of the others, also after a restart', async () => {
  const { shop, db, challenge } = await checkingShop()
  const answer = await solvedChallenge(await challenge())
  const other = await buildApp({ ...shop })
  onTestFinished(() => other.close())
  const body = { name: 'Ann', email: 'ann@new.example', password: PASSWORD, robotCheck: answer }
  expect((await callsFrom(other, testAddress(1))('/api/users', body)).statusCode).toBe(201)
  expect(await db.$count(secrets, CHALLENGE_SECRET)).toBe(1)
})

test('a network gets sixty challenges in ten minutes', { tags: ['S18'] }, async ({ task }) => {
  const { app, db } = await checkingShop()
  const challengeFor = (remoteAddress: string) => app.inject({ url: '/api/users/robot-check/challenge', remoteAddress })
  expect(statuses(await repeat(60, () => challengeFor(testAddress(1))))).toEqual(Array(60).fill(200))
  const refusal = await challengeFor(testAddress(1))
  const message = 'Too many robot checks from your network. Please try again in 10 minutes.'
  expect([refusal.statusCode, refusal.json()]).toMatchObject([429, { code: 'rate_limited', message }])
  expect((await challengeFor(testAddress(2))).statusCode).toBe(200)
  await passTime(db, 10 * 60)
  expect((await challengeFor(testAddress(1))).statusCode).toBe(200)
  figure(task, '60 challenges for an address in 10 minutes, then 429')
})

test('an invalid form does not use up the solution', async () => {
  const { app, challenge, register } = await checkingShop()
  const robotCheck = await solvedChallenge(await challenge())
  const short = { name: 'Ann', email: 'ann@new.example', password: 'short', robotCheck }
  expect((await callsFrom(app, testAddress(1))('/api/users', short)).statusCode).toBe(400)
  expect((await register(robotCheck)).statusCode).toBe(201)
})

test.for([
  [{ provider: 'off' }, { provider: 'off' }],
  [{ provider: 'altcha' }, { provider: 'altcha' }],
  [
    {
      provider: 'recaptcha',
      siteKey: 'public-key',
      secret: 'private-key',
      baseUrl: 'https://www.google.com/recaptcha',
    },
    { provider: 'recaptcha', siteKey: 'public-key', script: 'https://www.google.com/recaptcha/api.js' },
  ],
] as const)('pages get the public setup of the robot check %j', async ([robotCheck, setup]) => {
  const { get } = await testApp({ robotCheck })
  expect((await get('/api/users/robot-check')).json()).toEqual(setup)
  const status = robotCheck.provider === 'off' ? 404 : 200
  expect((await get('/api/users/robot-check/challenge')).statusCode).toBe(status)
})

test('after five wrong passwords an account requires the robot check to sign in', {
  tags: ['S18'],
}, async ({ task }) => {
  const { db, challenge, signIn } = await checkingShop()
  await user(db, { email: EMAIL })
  expect(statuses(await repeat(5, () => signIn('wrong')))).toEqual(Array(5).fill(401))
  const refusal = await signIn(PASSWORD)
  expect([refusal.statusCode, refusal.json()]).toEqual([403, REFUSAL])
  expect((await signIn(PASSWORD, 'nonsense')).json()).toEqual(REFUSAL)
  const answer = await solvedChallenge(await challenge())
  expect((await signIn('wrong', answer)).statusCode).toBe(401)
  expect((await signIn(PASSWORD, answer)).json()).toEqual(REFUSAL)
  expect((await signIn(PASSWORD, await solvedChallenge(await challenge()))).statusCode).toBe(200)
  await passTime(db, 15 * 60)
  expect((await signIn(PASSWORD)).statusCode).toBe(200)
  figure(task, 'sign-in: asked for after 5 failures of an account, each solution good once, over after 15 min')
})

test('after twenty wrong passwords a network requires the robot check, and no other does', {
  tags: ['S18'],
}, async () => {
  const { app, db } = await checkingShop()
  await user(db, { email: EMAIL })
  const here = callsFrom(app, testAddress(1))
  const wrong = (round: number) => here('/api/users/login', { email: `a-${round}@shopper.example`, password: 'wrong' })
  expect(statuses(await repeat(20, wrong))).toEqual(Array(20).fill(401))
  const body = { email: EMAIL, password: PASSWORD }
  expect((await here('/api/users/login', body)).json()).toEqual(REFUSAL)
  expect((await callsFrom(app, testAddress(2))('/api/users/login', body)).statusCode).toBe(200)
})

test('without a robot check sign-ins have only their own limit', async () => {
  const { db, signIn } = await checkingShop({ provider: 'off' })
  await user(db, { email: EMAIL })
  expect(statuses(await repeat(11, () => signIn('wrong')))).toEqual([...Array(10).fill(401), 429])
})

test.for([
  ['human', google({ success: true }), 201],
  ['automated', google({ success: false }), 403],
  ['repeated', google({ success: false, 'error-codes': ['timeout-or-duplicate'] }), 403],
] as const)(
  'a registration that Google calls %s is accepted or refused accordingly',
  { tags: ['S18'] },
  async ([, answer, status]) => {
    const { requests, robotCheck } = await siteverify(answer)
    const { register } = await checkingShop(robotCheck)
    expect((await register('from the widget')).statusCode).toBe(status)
    expect(requests).toEqual(['/recaptcha/api/siteverify secret=private-key&response=from+the+widget'])
    expect((await register()).json()).toEqual(REFUSAL)
    expect(requests).toHaveLength(1)
  },
)

test.for([
  ['fails', { status: 500, body: '{"success":true}' }],
  ['refuses our key', google({ success: false, 'error-codes': ['invalid-input-secret'] })],
  ['answers HTML', { body: '<html>' }],
  ['answers another type', { body: '{"success":"true"}' }],
  ['redirects', { status: 302, body: '{"success":true}' }],
  ['does not answer', 'silence'],
] as const)('nobody registers while Google %s', { tags: ['S18'] }, async ([, answer]) => {
  const { robotCheck } = await siteverify(answer)
  const { db, register } = await checkingShop(robotCheck)
  const reply = await register('from the widget')
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'robot_check_unavailable'])
  expect(reply.body).not.toContain('private-key')
  expect(await db.$count(users)).toBe(0)
})

test("a page that cannot run Google's script has the shop's own check", async () => {
  const { requests, robotCheck } = await siteverify(google({ success: true }))
  const { db, app, challenge, register } = await checkingShop(robotCheck)
  const soldOut = await product(db, { qty: 0 })
  const { slug } = await drop(db, {}, [await product(db)])
  const here = callsFrom(app, testAddress(1))
  const asks = {
    sister: (robotCheck?: string) =>
      here('/api/requests', { kind: 'sister', product: soldOut.id, email: EMAIL, robotCheck }),
    line: (robotCheck?: string) => here(`/api/drops/${slug}/tickets`, { robotCheck }),
  }
  await repeat(5, () => asks.line())
  for (const ask of Object.values(asks)) {
    expect((await ask()).json()).toEqual(REFUSAL)
    expect((await ask('from the widget')).json()).toEqual(REFUSAL)
    expect((await ask(await solvedChallenge(await challenge()))).statusCode).toBe(201)
  }
  expect(requests).toEqual([])
  // An account is opened on a page that runs it.
  await register(await solvedChallenge(await challenge()))
  expect(requests).toHaveLength(1)
})

test('a signed-in user pays while Google is down', { tags: ['S18'] }, async ({ task }) => {
  const { robotCheck } = await siteverify({ status: 500, body: '' })
  const { db, placed, pay } = await testCheckout({ robotCheck })
  const order = await placed(await product(db))
  expect((await pay(order)).statusCode).toBe(200)
  figure(task, 'the service fails in 6 ways: registration 503, payment 200')
})
