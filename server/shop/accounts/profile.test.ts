import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Message } from '#server/platform/outbox/message.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { PASSWORD, user } from '#server/testing/factories.ts'
import { figure } from '#server/testing/torture.ts'

const ANN = 'ann@shopper.example'
const NEW = 'anna@shopper.example'
const NEW_PASSWORD = 'a glazed cup by the sea'

/** A shop with the user Ann, her session and her calls. */
async function signedInAnn(...options: Parameters<typeof testApp>) {
  const { db, get, post, put, app, shop } = await testApp(...options)
  const ann = await user(db, { name: 'Ann', email: ANN })
  const login = (email: string, password: string) => post('/api/users/login', { email, password })
  return {
    db,
    ...ann,
    login,
    get,
    /** Changes the profile with the current password. */
    change: (body: object, token = ann.token) =>
      put('/api/users/profile', { currentPassword: PASSWORD, ...body }, token),
    confirm: (email: string, code: string, token = ann.token) =>
      put('/api/users/profile/email', { email, code }, token),
    /** Sends the queued messages and returns them. */
    async sent() {
      const messages: Message[] = []
      const mailer = { send: async (_key: string, message: Message) => void messages.push(message), close() {} }
      await sendDueMails({ db, mailer, shopUrl: shop.shopUrl, log: app.log })
      return messages
    },
    works: async (token: string) => (await get('/api/users/profile', token)).statusCode === 200,
  }
}

test('a new name is saved, and the session stays valid', async () => {
  const { user: ann, token, change, works } = await signedInAnn()
  const reply = await change({ id: ann.id, name: ' Anna ' })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({
    _id: ann.id,
    name: 'Anna',
    email: 'ann@shopper.example',
    isAdmin: false,
    isAPI: false,
    token,
    device: expect.any(String),
  })
  expect(await works(token)).toBe(true)
})

test.for([
  ['nothing', {}],
  ['empty fields', { name: '', email: '', password: '' }],
  ['blanks', { name: '  ', email: ' ' }],
  ['present values', { name: 'Ann', email: 'ann@shopper.example' }],
] as const)('a change of %s changes nothing', async ([, body]) => {
  const { db, change, token, login } = await signedInAnn()
  await db.update(sessions).set({ createdAt: sql`now() - interval '1 day'` })
  const reply = await change(body)
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({ name: 'Ann', email: 'ann@shopper.example', token })
  expect((await login('ann@shopper.example', PASSWORD)).statusCode).toBe(200)
})

/** The code in the message to this address. */
const codeTo = (email: string, messages: Message[]) =>
  messages.find(({ to }) => to === email)?.text.match(/^\d{6}$/m)?.[0] ?? ''

test('a new password ends all other sessions and returns a new token', { tags: ['S13'] }, async ({ task }) => {
  const { token, change, works, login } = await signedInAnn()
  const other = (await login(ANN, PASSWORD)).json().token
  const reply = await change({ password: NEW_PASSWORD })
  expect(reply.statusCode).toBe(200)
  expect(await works(reply.json().token)).toBe(true)
  expect(await works(token)).toBe(false)
  expect(await works(other)).toBe(false)
  expect((await login(ANN, PASSWORD)).statusCode).toBe(401)
  expect((await login(ANN, NEW_PASSWORD)).statusCode).toBe(200)
  figure(task, 'new password: every other session ended')
})

test('a new address counts once the code that was mailed to it is entered', { tags: ['S13'] }, async ({ task }) => {
  const { db, token, change, confirm, works, login, sent } = await signedInAnn()
  const other = (await login(ANN, PASSWORD)).json().token
  const response = await change({ email: NEW })
  expect([response.statusCode, response.json().email, response.json().token]).toEqual([200, ANN, token])
  expect((await login(ANN, PASSWORD)).statusCode).toBe(200)
  expect((await login(NEW, PASSWORD)).statusCode).toBe(401)
  const messages = await sent()
  const code = codeTo(NEW, messages)
  // What somebody else may have typed is in no message to an address that nobody has confirmed.
  for (const { text, html } of messages) expect(text + html).not.toMatch(/Ann/)
  expect((await confirm(NEW, code === '000000' ? '111111' : '000000')).json().code).toBe('email_code_invalid')
  const confirmation = await confirm(NEW, code)
  expect(confirmation.json()).toMatchObject({ email: NEW, name: 'Ann' })
  expect([await works(confirmation.json().token), await works(token), await works(other)]).toEqual([true, false, false])
  expect((await login(NEW, PASSWORD)).statusCode).toBe(200)
  expect((await login(ANN, PASSWORD)).statusCode).toBe(401)
  expect((await db.select().from(users))[0]?.emailVerifiedAt).toBeInstanceOf(Date)
  expect((await sent()).map(({ subject, to }) => [subject, to])).toEqual([
    ['Your My shop email address was changed', ANN],
  ])
  expect((await confirm(NEW, code, confirmation.json().token)).json().code).toBe('email_code_invalid')
  figure(task, 'new address: the old one in force until the code is entered, then every other session ended')
})

test('a code confirms the address that it was mailed to, for the account that asked', async () => {
  const { db, change, confirm, sent, get } = await signedInAnn()
  await change({ email: NEW })
  const code = codeTo(NEW, await sent())
  const { token: stranger } = await user(db)
  for (const [email, by] of [['mallory@shopper.example'], [NEW, stranger]] as const)
    expect((await confirm(email, code, by)).json().code).toBe('email_code_invalid')
  await user(db, { email: NEW })
  expect((await confirm(NEW, code)).json().code).toBe('email_refused')
  expect((await get('/api/users/profile', stranger)).statusCode).toBe(200)
})

test('an address gets three codes an hour, whoever asks', { tags: ['S13'] }, async () => {
  const { db, change, sent } = await signedInAnn({ rateLimits: true })
  const statuses = []
  for (let each = 0; each < 5; each++) {
    const { token } = await user(db)
    statuses.push((await change({ email: each % 2 ? NEW : NEW.toUpperCase() }, token)).statusCode)
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  expect((await sent()).filter(({ to }) => to.toLowerCase() === NEW)).toHaveLength(3)
})

test.for([
  ['password', { password: NEW_PASSWORD }, [['Your My shop password was changed', ANN]]],
  [
    'address',
    { email: NEW },
    [
      ['Your code at My shop', NEW],
      ['A new email address for your account at My shop', ANN],
    ],
  ],
  [
    'password and address',
    { password: NEW_PASSWORD, email: NEW },
    [
      ['Your My shop password was changed', ANN],
      ['Your code at My shop', NEW],
      ['A new email address for your account at My shop', ANN],
    ],
  ],
  ['name', { name: 'Anna' }, []],
  ['address that is refused', { email: 'bob@shopper.example', password: NEW_PASSWORD }, []],
] as const)('a new %s sends the user a message, also to the old address', { tags: ['S13'] }, async (row) => {
  const [, body, message] = row
  const { db, change, sent } = await signedInAnn()
  await user(db, { email: 'bob@shopper.example' })
  await change(body)
  const messages = await sent()
  expect(messages.map(({ subject, to }) => [subject, to])).toEqual(message)
  // The text holds nothing that somebody else could have chosen, such as a name, because the address may be a
  // stranger's.
  for (const { text, html } of messages) expect(text + html).not.toMatch(/Ann/)
  expect(await db.$count(outbox)).toBe(0)
})

test.for([
  ['password', { password: NEW_PASSWORD }],
  ['address', { email: NEW }],
] as const)(
  'a new %s takes the current password, however old the session is',
  { tags: ['S4'] },
  async (row, { task }) => {
    const [what, body] = row
    const { db, token, change, works, sent } = await signedInAnn()
    for (const age of ['1 minute', '1 day']) {
      await db.update(sessions).set({ createdAt: sql`now() - ${age}::interval` })
      for (const [currentPassword, status, code] of [
        [undefined, 403, 'sign_in_again'],
        ['', 403, 'sign_in_again'],
        ['not her password', 422, 'password_wrong'],
      ] as const) {
        const refusal = await change({ name: 'Anna', ...body, currentPassword })
        expect([refusal.statusCode, refusal.json().code]).toEqual([status, code])
      }
    }
    const [storedUser] = await db.select().from(users)
    expect(storedUser).toMatchObject({ name: 'Ann', email: ANN })
    expect(await works(token)).toBe(true)
    expect(await sent()).toEqual([])
    expect((await change(body)).statusCode).toBe(200)
    figure(task, `${what}: 403 without the current password, 422 with another one, 200 with it`)
  },
)

test('five wrong passwords an hour are enough', { tags: ['S4'] }, async () => {
  const { change } = await signedInAnn({ rateLimits: true })
  const statuses = []
  for (let tries = 0; tries < 6; tries++)
    statuses.push((await change({ password: NEW_PASSWORD, currentPassword: 'not hers' })).statusCode)
  expect(statuses).toEqual([...Array(5).fill(422), 429])
  expect((await change({ password: NEW_PASSWORD })).statusCode).toBe(429)
})

test('the new token does not count as a new sign-in', { tags: ['S4'] }, async () => {
  const { db, change, get } = await signedInAnn()
  await db.update(sessions).set({ createdAt: sql`now() - interval '14 minutes'` })
  const { token } = (await change({ password: NEW_PASSWORD })).json()
  expect((await get('/api/personal-data', token)).statusCode).toBe(200)
  await db.update(sessions).set({ createdAt: sql`${sessions.createdAt} - interval '2 minutes'` })
  expect((await get('/api/personal-data', token)).json().code).toBe('sign_in_again')
})

test('the address of another user is refused without revealing that user, and nothing changes', async () => {
  const { db, token, change, works, login } = await signedInAnn()
  await user(db, { email: 'bob@shopper.example' })
  const reply = await change({ name: 'Anna', email: 'BOB@shopper.example', password: NEW_PASSWORD })
  expect([reply.statusCode, reply.json().code]).toEqual([422, 'email_refused'])
  expect(reply.body).not.toMatch(/exists|taken|already|in use|bob@/i)
  expect(await works(token)).toBe(true)
  expect((await login('ann@shopper.example', PASSWORD)).json().name).toBe('Ann')
})

test.for([
  ['a short password', { password: 'short' }, 'A password needs at least 8 characters.'],
  ['an incomplete address', { email: 'ann@' }, 'Enter a valid email address.'],
  ['a common password', { password: 'iloveyou' }, /too common/],
  ['a name of two lines', { name: 'Ann\r\nBcc: all' }, 'Enter the name on one line.'],
] as const)('%s is refused', async ([, body, message]) => {
  const { change } = await signedInAnn()
  const reply = await change(body)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().message).toMatch(message)
})

test('an id in the body is ignored', async () => {
  const { db, change } = await signedInAnn()
  const { user: bob } = await user(db, { name: 'Bob' })
  const reply = await change({ id: bob.id, _id: bob.id, name: 'Mallory' })
  expect(reply.json()).toMatchObject({ name: 'Mallory', email: 'ann@shopper.example' })
  expect((await db.select({ name: users.name }).from(users)).map(({ name }) => name).sort()).toEqual(['Bob', 'Mallory'])
})

test('of two sessions that change the password at once, one remains, and its password is valid', async () => {
  const { db, token, change, works, login } = await signedInAnn()
  const other = (await login('ann@shopper.example', PASSWORD)).json().token
  const wishes = ['first password wanted', 'second password wanted']
  const replies = await Promise.all([token, other].map((each, i) => change({ password: wishes[i] }, each)))
  // The second finds its session ended, or the password changed.
  expect(replies.map(({ statusCode }) => statusCode).sort()).toBeOneOf([
    [200, 401],
    [200, 422],
  ])
  const winner = replies.findIndex(({ statusCode }) => statusCode === 200)
  expect(await works(replies[winner]?.json().token)).toBe(true)
  expect(await db.select().from(sessions)).toHaveLength(1)
  expect((await login('ann@shopper.example', wishes[winner] ?? '')).statusCode).toBe(200)
})
