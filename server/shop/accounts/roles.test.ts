import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, apiKey, user } from '#server/testing/factories.ts'

const HEADER = 'x-account-roles'

test("every response to a signed-in caller, errors included, has a header with the caller's current roles", async () => {
  const { get, db } = await testApp()
  const { user: ann, token } = await user(db)
  const ask = async (path: string) => {
    const { statusCode, headers } = await get(path, token)
    return [statusCode, headers[HEADER]]
  }
  const become = (isAdmin: boolean) => db.update(users).set({ isAdmin }).where(eq(users.id, ann.id))
  expect(await ask('/api/orders/myorders')).toEqual([200, 'user'])
  await become(true)
  expect(await ask('/api/orders/myorders')).toEqual([200, 'user admin'])
  expect(await ask('/api/orders')).toEqual([200, 'user admin'])
  await become(false)
  expect(await ask('/api/orders')).toEqual([403, 'user'])
  expect(await ask('/api/products?view=admin')).toEqual([403, 'user'])
})

test('the header has the API role', async () => {
  const { get, db } = await testApp()
  const account = await admin(db, { isApi: true })
  const { key } = await apiKey(db, account)
  for (const token of [account.token, key]) {
    const { headers } = await get('/api/users/profile', token)
    expect(headers[HEADER]).toBe('user admin api')
  }
})

test.for([undefined, 'not a token'])('a visitor with the token %s has no roles', async (token) => {
  const { get } = await testApp()
  for (const path of ['/api/products', '/api/orders/myorders'])
    expect((await get(path, token)).headers).not.toHaveProperty(HEADER)
})
