import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { user } from '#server/testing/factories.ts'
import { MARTA, TRACES } from '#server/testing/marta.ts'
import { shopWithMarta } from '../testing/shop-with-marta.ts'

const jsonIn = (page: string) =>
  JSON.parse(Buffer.from(/base64,([\w+/=]+)"/.exec(page)?.[1] ?? '', 'base64').toString())

test('the file shows and holds everything about its person, as a page and as JSON', async () => {
  const { marta, get, order } = await shopWithMarta()
  const reply = await get('/api/personal-data', marta.token)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  for (const text of TRACES) expect(reply.body, text).toContain(text)
  expect(reply.body).toContain('Stock list')
  const data = jsonIn(reply.body)
  expect(data.orders).toMatchObject([{ number: order.number, city: 'Denver', totalCents: expect.any(Number) }, {}])
  expect(data.order_items[0].answers[0].answer).toContain(MARTA.words)
  expect(data.refunds).toMatchObject([{ reason: MARTA.words, state: 'completed' }])
  expect(data.outbox.map(({ kind }: { kind: string }) => kind)).toContain('receipt')
  expect(reply.body).not.toMatch(/passwordHash|tokenHash|keyHash|requestHash/)
})

test('the file has nothing of anybody else', async () => {
  const { db, get } = await shopWithMarta()
  const ann = await user(db, { name: 'Ann Other', emailVerifiedAt: new Date() })
  const { body } = await get('/api/personal-data', ann.token)
  expect(body).toContain('Ann Other')
  for (const text of TRACES) expect(body).not.toContain(text)
  const { shop: _, madeAt: __, users, sessions, ...others } = jsonIn(body)
  expect([users.length, sessions.length]).toEqual([1, 1])
  expect(Object.values(others).flat()).toEqual([])
})

test('what people typed is no markup in the file', async () => {
  const { db, get } = await testApp()
  const { token } = await user(db, { name: '</title><script>alert(1)</script>' })
  const { body } = await get('/api/personal-data', token)
  expect(body).toContain('&lt;script&gt;')
  expect(body).not.toContain('<script')
})

test('the file takes a sign-in of the last minutes, and ten an hour are enough', async () => {
  const { db, get } = await testApp({ rateLimits: true })
  const { token } = await user(db)
  const statuses = []
  for (let tries = 0; tries < 11; tries++) statuses.push((await get('/api/personal-data', token)).statusCode)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  const { token: old } = await user(db)
  await db.update(sessions).set({ createdAt: sql`now() - interval '16 minutes'` })
  expect((await get('/api/personal-data', old)).json().code).toBe('sign_in_again')
})
