import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox, sessions, users } from '../db/schema.ts'
import type { Message } from '../mail/messages.ts'
import { sendDueMails } from '../mail/send-outbox.ts'
import { testApp } from '../testing/app.ts'
import { PASSWORD, user } from '../testing/factories.ts'
import { figure } from '../testing/torture.ts'

const ANN = 'ann@shopper.example'
const NEW_PASSWORD = 'a glazed cup by the sea'

/** A shop with the user Ann, her session and her calls. */
async function signedInAnn() {
  const { db, get, post, put, app, shop } = await testApp()
  const ann = await user(db, { name: 'Ann', email: ANN })
  const login = (email: string, password: string) => post('/api/users/login', { email, password })
  return {
    db,
    ...ann,
    login,
    change: (body: unknown, token = ann.token) => put('/api/users/profile', body, token),
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

test.for([
  ['password', { password: NEW_PASSWORD }, 'ann@shopper.example', NEW_PASSWORD],
  ['address', { email: 'anna@shopper.example' }, 'anna@shopper.example', PASSWORD],
] as const)('a new %s ends all other sessions and returns a new token', { tags: ['S13'] }, async (row, { task }) => {
  const [what, body, email, password] = row
  const { token, change, works, login } = await signedInAnn()
  const other = (await login('ann@shopper.example', PASSWORD)).json().token
  const reply = await change(body)
  expect(reply.statusCode).toBe(200)
  expect(reply.json().email).toBe(email)
  expect(await works(reply.json().token)).toBe(true)
  expect(await works(token)).toBe(false)
  expect(await works(other)).toBe(false)
  expect((await login('ann@shopper.example', PASSWORD)).statusCode).toBe(401)
  expect((await login(email, password)).statusCode).toBe(200)
  figure(task, `new ${what}: every other session ended`)
})

test.for([
  ['password', { password: NEW_PASSWORD }, [['Your My shop password was changed', ANN]]],
  [
    'address',
    { email: 'anna@shopper.example' },
    [
      ['Your My shop email address was changed', ANN],
      ['Your email address at My shop', 'anna@shopper.example'],
    ],
  ],
  [
    'password and address',
    { password: NEW_PASSWORD, email: 'anna@shopper.example' },
    [
      ['Your My shop password was changed', ANN],
      ['Your My shop email address was changed', ANN],
      ['Your email address at My shop', 'anna@shopper.example'],
    ],
  ],
  ['name', { name: 'Anna' }, []],
  ['address that is refused', { email: 'bob@shopper.example', password: NEW_PASSWORD }, []],
] as const)('a new %s sends the user a message, also to the old address', { tags: ['S13'] }, async (row) => {
  const [, body, expected] = row
  const { db, change, sent } = await signedInAnn()
  await user(db, { email: 'bob@shopper.example' })
  await change(body)
  const messages = await sent()
  expect(messages.map(({ subject, to }) => [subject, to])).toEqual(expected)
  // The text holds nothing that somebody else could have chosen, such as a name, because the address may be a
  // stranger's.
  for (const { text, html } of messages) expect(text + html).not.toMatch(/Ann/)
  expect(await db.$count(outbox)).toBe(0)
})

test.for([
  ['password', { password: NEW_PASSWORD }],
  ['address', { email: 'anna@shopper.example' }],
] as const)('a new %s requires a sign-in of the last 15 minutes', { tags: ['S4'] }, async ([what, body], { task }) => {
  const { db, token, change, works } = await signedInAnn()
  await db.update(sessions).set({ createdAt: sql`now() - interval '16 minutes'` })
  const late = await change({ name: 'Anna', ...body })
  expect([late.statusCode, late.json().code]).toEqual([403, 'sign_in_again'])
  const [stored] = await db.select().from(users)
  expect(stored).toMatchObject({ name: 'Ann', email: 'ann@shopper.example' })
  expect(await works(token)).toBe(true)
  await db.update(sessions).set({ createdAt: sql`now() - interval '14 minutes'` })
  expect((await change(body)).statusCode).toBe(200)
  figure(task, `${what}: 403 after 16 minutes, 200 after 14`)
})

test('the new token does not count as a new sign-in', { tags: ['S4'] }, async () => {
  const { db, change } = await signedInAnn()
  await db.update(sessions).set({ createdAt: sql`now() - interval '14 minutes'` })
  const { token } = (await change({ password: NEW_PASSWORD })).json()
  await db.update(sessions).set({ createdAt: sql`${sessions.createdAt} - interval '2 minutes'` })
  expect((await change({ password: PASSWORD }, token)).statusCode).toBe(403)
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
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  const winner = replies.findIndex(({ statusCode }) => statusCode === 200)
  expect(await works(replies[winner]?.json().token)).toBe(true)
  expect(await db.select().from(sessions)).toHaveLength(1)
  expect((await login('ann@shopper.example', wishes[winner] ?? '')).statusCode).toBe(200)
})
