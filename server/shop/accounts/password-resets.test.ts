import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Message } from '#server/platform/outbox/message.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { queueResetLink } from '#server/shop/notifications/queue.ts'
import { mailedTokens, sessions, users } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { PASSWORD, user } from '#server/testing/factories.ts'
import { callsFrom, HOUR, passTime, repeat, testAddress } from '#server/testing/limits.ts'
import { tokenIn } from '#server/testing/messages.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'

const ANN = 'ann@shopper.example'
const NOBODY = 'nobody@shopper.example'
const NEW_PASSWORD = 'a glazed cup by the sea'
const FORGOT_PASSWORD = '/api/users/forgot-password'

const statuses = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode)

/** A shop with the user ann@shopper.example, its sent messages and its log. */
async function shopWithUser(...options: Parameters<typeof testApp>) {
  const lines: string[] = []
  const messages: Message[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const shop = await testApp(options[0], { logLevel: 'trace', logTo, ...options[1] })
  const { db, app, get, post } = shop
  const ann = await user(db, { email: ANN })
  let failures = 0
  const mailer = {
    async send(_key: string, message: Message) {
      messages.push(message)
      if (failures-- > 0) throw new Error('The mail server went away.')
    },
    close() {},
  }
  const deliver = () => sendDueMails({ db, mailer, shopUrl: shop.shop.shopUrl, log: app.log })
  const ask = (email = ANN) => post(FORGOT_PASSWORD, { email })
  return {
    ...shop,
    ann,
    lines,
    sent: messages,
    deliver,
    ask,
    failNext: (times: number) => (failures = times),
    /** Requests a link, sends its message, and returns the token. */
    async link() {
      expect((await ask()).statusCode).toBe(200)
      await deliver()
      // The note that the password has changed may come after it.
      return tokenIn(messages.findLast(({ text }) => tokenIn(text))?.text ?? '')
    },
    check: (token: string) => get(`${FORGOT_PASSWORD}-reset/${token}`),
    reset: (token: string, password = NEW_PASSWORD) => post(`${FORGOT_PASSWORD}-reset/${token}`, { password }),
    login: (password: string, email = ANN) => post('/api/users/login', { email, password }),
    passTime: (time: string) =>
      db.update(mailedTokens).set({ createdAt: sql`${mailedTokens.createdAt} - ${time}::interval` }),
  }
}

test('a forgotten password is reset through the link in a message', { tags: ['S9'] }, async () => {
  const { link, check, reset, login, sent, db } = await shopWithUser()
  const token = await link()
  expect(sent).toMatchObject([{ to: ANN, link: `http://shop.test/reset-password/${token}` }])
  expect(sent[0]?.html).toContain(`href="http://shop.test/reset-password/${token}"`)
  expect(sent[0]?.html).not.toMatch(/<(img|script|link|iframe)|url\(/i)
  expect((await check(token)).statusCode).toBe(200)
  expect((await reset(token)).json()).toEqual({
    message: 'Your password has been changed. You can now sign in with it.',
  })
  expect((await login(PASSWORD)).statusCode).toBe(401)
  expect((await login(NEW_PASSWORD)).statusCode).toBe(200)
  expect(await db.$count(mailedTokens)).toBe(0)
})

test('a link works once', { tags: ['S9'] }, async ({ task }) => {
  const { link, check, reset, login } = await shopWithUser()
  const token = await link()
  expect((await reset(token)).statusCode).toBe(200)
  const second = await reset(token, 'another new password')
  expect([second.statusCode, second.json()]).toEqual([
    400,
    { code: 'reset_invalid', message: 'This link has expired or was used. Request a new one.' },
  ])
  expect((await check(token)).json().code).toBe('reset_invalid')
  expect((await login(NEW_PASSWORD)).statusCode).toBe(200)
  figure(task, 'first use only')
})

test('of many concurrent uses of a link one sets the password', { tags: ['S9'] }, async ({ task }) => {
  const count = runs(8, 100)
  const { link, reset, login } = await shopWithUser()
  const token = await link()
  const replies = await Promise.all(Array.from({ length: count }, (_, i) => reset(token, `wish number ${i}`)))
  expect(statuses(replies).sort()).toEqual([200, ...Array(count - 1).fill(400)])
  const winner = replies.findIndex(({ statusCode }) => statusCode === 200)
  expect((await login(`wish number ${winner}`)).statusCode).toBe(200)
  figure(task, `${count} at once: 1 sets the password`)
})

test('a newer link invalidates the older ones', { tags: ['S9'] }, async () => {
  const { link, check, reset } = await shopWithUser()
  const [older, newer] = await repeat(2, link)
  expect(statuses([await check(older ?? ''), await reset(older ?? '')])).toEqual([400, 400])
  expect(statuses([await check(newer ?? ''), await reset(newer ?? '')])).toEqual([200, 200])
})

test('a message that is sent late does not invalidate the link of a newer one', { tags: ['S9'] }, async () => {
  const { db, ask, link, deliver, check, sent } = await shopWithUser()
  await ask()
  await db.update(outbox).set({ nextTryAt: sql`now() + interval '1 hour'` })
  const newer = await link()
  await db.update(outbox).set({ nextTryAt: sql`now()` })
  await deliver()
  expect(sent).toHaveLength(1)
  expect((await check(newer)).statusCode).toBe(200)
  expect(await db.$count(outbox)).toBe(0)
})

test('a message sent twice has two links; either works, but only one of them', {
  tags: ['S9'],
}, async () => {
  const { db, ask, deliver, failNext, check, reset, sent } = await shopWithUser()
  failNext(1)
  await ask()
  await deliver()
  await db.update(outbox).set({ nextTryAt: sql`now()` })
  await deliver()
  const [first = '', second = ''] = sent.map(({ text }) => tokenIn(text))
  expect(first).not.toBe(second)
  expect(statuses([await check(first), await check(second)])).toEqual([200, 200])
  expect(statuses([await reset(first), await reset(second)])).toEqual([200, 400])
})

test('a new password invalidates every link, sent or queued', { tags: ['S9'] }, async () => {
  const { ann, link, put, ask, deliver, check, sent, db } = await shopWithUser()
  const token = await link()
  await ask()
  expect(
    (await put('/api/users/profile', { password: NEW_PASSWORD, currentPassword: PASSWORD }, ann.token)).statusCode,
  ).toBe(200)
  await deliver()
  expect((await check(token)).statusCode).toBe(400)
  expect(await db.$count(mailedTokens)).toBe(0)
  expect(sent.filter((message) => message.link)).toHaveLength(1)
})

test('using a link during a password change and while another link is sent causes no deadlock', {
  tags: ['S9'],
}, async ({ task }) => {
  const count = runs(4, 40)
  const { ann, put, ask, deliver, link, reset, db, login } = await shopWithUser()
  let { token: session } = ann
  let currentPassword = PASSWORD
  for (let round = 0; round < count; round++) {
    const token = await link()
    await ask()
    const wishes = [`by link ${round}`, `by profile ${round}`]
    const [byLink, byProfile] = await Promise.all([
      reset(token, wishes[0]),
      put('/api/users/profile', { password: wishes[1], currentPassword }, session),
      deliver(),
    ])
    expect([byLink.statusCode, byProfile.statusCode]).toBeOneOf([
      [200, 401],
      [200, 422],
      [400, 200],
    ])
    currentPassword = wishes[byLink.statusCode === 200 ? 0 : 1] ?? ''
    const good = await login(currentPassword)
    expect(good.statusCode).toBe(200)
    session = good.json().token
    expect(await db.$count(mailedTokens)).toBeLessThanOrEqual(1)
  }
  figure(task, `${count} times a link, a change and a new message at once: one password each, no lock`)
})

test.for([
  ['29 minutes', 200],
  ['31 minutes', 400],
] as const)('a link that is %s old answers %i', { tags: ['S10'] }, async ([age, status], { task }) => {
  const { link, check, reset, passTime: letPass } = await shopWithUser()
  const token = await link()
  await letPass(age)
  expect(statuses([await check(token), await reset(token)])).toEqual([status, status])
  figure(task, `${age}: ${status}`)
})

test('the token has 256 random bits; the database stores only its SHA-256, and the log never has it', {
  tags: ['S8'],
}, async ({ task }) => {
  const { link, check, reset, get, lines, db } = await shopWithUser()
  const tokens = await repeat(runs(3, 50), link)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(new Set(tokens).size).toBe(tokens.length)
  const last = tokens.at(-1) ?? ''
  expect(await db.select().from(mailedTokens)).toMatchObject([
    { tokenHash: createHash('sha256').update(last).digest('hex') },
  ])
  for (const token of tokens) await check(token)
  for (const suffix of ['?x=1', '/', '#x']) await get(`/reset-password/${last}${suffix}`)
  await reset(last)
  await reset(last)
  const log = lines.join('')
  expect(log).toContain('forgot-password-reset/***')
  expect(tokens.filter((token) => log.includes(token))).toEqual([])
  const rows = await Promise.all(
    [outbox, mailedTokens, sessions, users].map(async (table) => JSON.stringify(await db.select().from(table))),
  )
  expect(tokens.filter((token) => rows.join().includes(token))).toEqual([])
  figure(task, `${tokens.length} tokens of 256 bits: 0 hits in the database, 0 in ${lines.length} lines of the log`)
})

test('browsers do not send the URL of the reset page to other sites', { tags: ['S8'] }, async () => {
  const { get, check } = await shopWithUser()
  const page = await get('/reset-password/some-token')
  expect(page.headers['referrer-policy']).toBe('no-referrer')
  expect(page.headers['content-security-policy']).toContain("default-src 'self'")
  expect((await check('some-token')).headers['referrer-policy']).toBe('no-referrer')
})

test.for(['', 'x', "' or '1'='1", '%00', 'a'.repeat(43), '..%2f..'])('%j is not a token', async (token) => {
  const { check, link } = await shopWithUser()
  await link()
  expect((await check(encodeURIComponent(token))).statusCode).toBeOneOf([400, 401, 404])
})

test.for([
  ['short', 'short', 'A password needs at least 8 characters.'],
  ['common', 'password1', /too common/],
  ['too long', 'x'.repeat(129), 'A password can have at most 128 characters.'],
] as const)('a %s password is refused beside its field, and the link still works', { tags: ['S2'] }, async (row) => {
  const [, password, message] = row
  const { link, reset } = await shopWithUser()
  const token = await link()
  const refusal = await reset(token, password)
  expect([refusal.statusCode, refusal.json().issues[0].path]).toEqual([400, 'password'])
  expect(refusal.json().issues[0].message).toMatch(message)
  expect((await reset(token)).statusCode).toBe(200)
})

test.for([
  ['64 characters', `${'x y'.repeat(21)}z`],
  ['128 characters', 'long '.repeat(26).slice(0, 128)],
  ['lowercase letters only', 'walnut pen rain'],
  ['spaces around it', '  a pen in the rain  '],
  ['emoji', '🧵🪡🧶🎀🖋️🍷🔑☕'],
  ['umlauts', 'Größenwahn über alles'],
] as const)('a password of %s is accepted as it is', { tags: ['S2'] }, async ([, password]) => {
  const { link, reset, login } = await shopWithUser()
  expect((await reset(await link(), password)).statusCode).toBe(200)
  expect((await login(password)).statusCode).toBe(200)
  expect((await login(password.slice(0, -1))).statusCode).toBe(401)
})

test.for([
  ['Host', { host: 'evil.example' }],
  ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' }],
  [
    'Forwarded, Origin and Referer',
    { forwarded: 'host=evil.example', origin: 'https://evil.example', referer: 'https://evil.example/' },
  ],
] as const)('a forged %s does not change where the link leads', { tags: ['S12'] }, async ([, headers], { task }) => {
  const { app, deliver, sent } = await shopWithUser({}, { trustProxy: ['127.0.0.1'] })
  const reply = await app.inject({ method: 'POST', url: FORGOT_PASSWORD, payload: { email: ANN }, headers })
  expect(reply.statusCode).toBe(200)
  await deliver()
  expect(sent[0]?.link).toMatch(/^http:\/\/shop\.test\/reset-password\/[\w-]{43}$/)
  expect(JSON.stringify(sent)).not.toMatch(/evil|gopher/)
  figure(task, 'the link names the shop')
})

test('a link goes to the stored address of the user, whatever spelling was typed', async () => {
  const { db, ask, deliver, sent } = await shopWithUser()
  await user(db, { email: 'iris.k@shopper.example' })
  // The database folds the Kelvin sign to k; for a mail server it is another mailbox.
  await ask('IRIS.K@shopper.example')
  await queueResetLink(db, 'iris.\u212a@shopper.example')
  await deliver()
  expect(new Set(sent.map(({ to }) => to))).toEqual(new Set(['iris.k@shopper.example']))
})

test('an address without a user, or of a deleted one, gets no message and leaves no row', async () => {
  const { db, ask, deliver, sent, ann } = await shopWithUser()
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, ann.user.id))
  expect(statuses([await ask(), await ask(NOBODY)])).toEqual([200, 200])
  await deliver()
  expect([sent.length, await db.$count(outbox), await db.$count(mailedTokens)]).toEqual([0, 0, 0])
})

test('neither the response nor its time reveals whether an address has an account', {
  tags: ['S7'],
}, async ({ task }) => {
  const samples = runs(25, 300)
  const { ask, login } = await shopWithUser()
  const durationsOf = async (act: (email: string) => ReturnType<typeof ask>) => {
    const times: Record<string, number[]> = { [ANN]: [], [NOBODY]: [] }
    const answers = new Set<string>()
    for (let round = 0; round < samples; round++)
      for (const email of round % 2 ? [ANN, NOBODY] : [NOBODY, ANN]) {
        const start = performance.now()
        const { statusCode, body, headers } = await act(email)
        times[email]?.push(performance.now() - start)
        answers.add(JSON.stringify([statusCode, body, Object.keys(headers).sort()]))
      }
    expect(answers.size).toBe(1)
    // Beside other tests the fastest answers are the least disturbed.
    const typical = isLong ? median : (all: number[] = []) => Math.min(...all)
    return [typical(times[ANN]), typical(times[NOBODY])] as const
  }
  for (const [what, act] of [
    ['forgot-password', ask],
    ['sign-in', (email: string) => login('wrong password', email)],
  ] as const) {
    const [forAnn, forNobody] = await durationsOf(act)
    // Without the dummy hash, or with a message sent before the response, one would take many times as long. The short
    // form runs beside other tests, so it detects only such differences.
    const [shorter, longer] = [Math.min(forAnn, forNobody), Math.max(forAnn, forNobody)]
    if (isLong) expect(longer - shorter).toBeLessThan(15)
    else expect((longer + NOISE_MS) / (shorter + NOISE_MS)).toBeLessThan(3)
    const [a, b] = [forAnn, forNobody].map((ms) => ms.toFixed(1))
    figure(
      task,
      `${task.meta.figure ? `${task.meta.figure}; ` : ''}${what}: ${samples} each, ${isLong ? 'medians' : 'fastest'} ${a} and ${b} ms`,
    )
  }
})

const NOISE_MS = 5
const median = (times: number[] = []) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

test('a new password ends all sessions, and the user gets a message', { tags: ['S13', 'A4'] }, async ({ task }) => {
  const count = runs(5, 100)
  const { db, get, ann, login, link, reset, deliver, sent } = await shopWithUser()
  const tokens = [ann.token, ...(await repeat(count - 1, async () => (await login(PASSWORD)).json().token))]
  const token = await link()
  expect((await reset(token)).statusCode).toBe(200)
  const replies = await Promise.all(tokens.map((each) => get('/api/users/profile', each)))
  expect(statuses(replies)).toEqual(Array(count).fill(401))
  expect(await db.$count(sessions)).toBe(0)
  await deliver()
  expect(sent.at(-1)).toMatchObject({ to: ANN, subject: 'Your My shop password was changed' })
  expect(sent.at(-1)?.text).toContain('http://shop.test/forgot-password')
  figure(task, `reset: ${count} of ${count} sessions ended at the next call, owner told`)
})

test('an address gets three messages an hour, whether it has an account or not', { tags: ['Q6'] }, async ({ task }) => {
  const { db, app, deliver, sent } = await shopWithUser({ rateLimits: true })
  const ask = (email: string, round: number) => callsFrom(app, testAddress(round))(FORGOT_PASSWORD, { email })
  const answers = async (email: string) => (await repeat(5, (round) => ask(email, round))).map(summaryOf)
  const [toAnn, toNobody] = [await answers(ANN), await answers(NOBODY)]
  expect(toAnn).toEqual(toNobody)
  expect(toAnn.map(([status]) => status)).toEqual([200, 200, 200, 429, 429])
  await deliver()
  expect(sent.length).toBeLessThanOrEqual(3)
  await passTime(db, HOUR)
  expect((await ask(ANN.toUpperCase(), 9)).statusCode).toBe(200)
  figure(task, '3 an hour for an account, then 429')
})

const summaryOf = ({ statusCode, body, headers }: Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['get']>>) => [
  statusCode,
  body,
  headers['retry-after'],
]

test('a network gets twenty messages an hour', { tags: ['Q6'] }, async ({ task }) => {
  const { app, db, deliver, sent } = await shopWithUser({ rateLimits: true })
  const call = callsFrom(app, testAddress(1))
  const count = runs(25, 200)
  const replies = await repeat(count, (round) => call(FORGOT_PASSWORD, { email: `shopper-${round}@shopper.example` }))
  expect(statuses(replies)).toEqual([...Array(20).fill(200), ...Array(count - 20).fill(429)])
  expect(replies.at(-1)?.json().message).toBe('Too many password reset requests. Please try again in 60 minutes.')
  expect(await db.$count(outbox)).toBe(20)
  await deliver()
  expect(sent).toEqual([])
  figure(task, `${count} from one address: 20, then 429`)
})

test('a network may check links twenty times in ten minutes, and checking does not use them up', {
  tags: ['S11'],
}, async ({ task }) => {
  const { app, db, link, check, reset } = await shopWithUser({ rateLimits: true })
  const token = await link()
  expect(statuses(await repeat(20, () => check(token)))).toEqual(Array(20).fill(200))
  const refusal = await check(token)
  expect([refusal.statusCode, refusal.json().code]).toEqual([429, 'rate_limited'])
  const elsewhere = { url: `${FORGOT_PASSWORD}-reset/${token}`, remoteAddress: testAddress(2) }
  expect((await app.inject(elsewhere)).statusCode).toBe(200)
  // Guessed tokens have a limit, too.
  expect(statuses(await repeat(20, () => reset('made-up')))).toEqual(Array(20).fill(400))
  expect((await reset(token)).statusCode).toBe(429)
  await passTime(db, 600)
  expect((await reset(token)).statusCode).toBe(200)
  figure(task, '20 looks, then 429; the link still works')
})
