import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { user } from '#server/testing/factories.ts'
import { CALLS } from './calls.ts'

const UNKNOWN_ID = '0190f5a0-0000-7000-8000-000000000000'

test.for([
  ['an unknown product', '/api/products/no-such-piece', 404, 'not_found'],
  ['an unknown product id', `/api/products/${UNKNOWN_ID}`, 404, 'not_found'],
  ['a malformed product id', `/api/products/${'x'.repeat(201)}`, 404, 'not_found'],
  ['an unknown category', '/api/products?category=spaceships', 404, 'not_found'],
  ['a page past the end', '/api/products?pageNumber=9999', 404, 'not_found'],
  ['an invalid page number', '/api/products?pageNumber=x', 400, 'invalid_request'],
  ['page zero', '/api/products?pageNumber=0', 400, 'invalid_request'],
  ['an unknown route', '/api/spaceships', 404, 'not_found'],
  ['a broken escape', '/search/%E0%A4%A', 400, 'invalid_request'],
  ['my orders without a token', '/api/orders/myorders', 401, 'unauthenticated'],
  ['an order without a token', `/api/orders/${UNKNOWN_ID}`, 401, 'unauthenticated'],
] as const)('GET of %s is refused with a sentence', async ([, path, status, code]) => {
  const { get } = await testApp()
  const reply = await get(path)
  expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  expect(reply.json().message).toMatch(/^[A-Z].+\.$/)
})

test.for([
  ['malformed JSON', '{"email": "a@b.example",', 'application/json', 400],
  ['an empty body', '', 'application/json', 400],
  ['wrong types', '{"email": 7, "password": ["x"]}', 'application/json', 400],
  ['null', 'null', 'application/json', 400],
  ['a body of 65 kB', JSON.stringify({ email: 'x'.repeat(65 * 1024), password: 'x' }), 'application/json', 413],
  ['a form instead of JSON', 'email=a&password=b', 'application/x-www-form-urlencoded', 415],
  ['a prototype key', '{"__proto__": {"isAdmin": true}, "email": "a", "password": "b"}', 'application/json', 400],
] as const)('signing in with %s is refused with a sentence', async ([, payload, type, status]) => {
  const { app } = await testApp()
  const reply = await app.inject({
    method: 'POST',
    url: '/api/users/login',
    payload,
    headers: { 'content-type': type },
  })
  expect(reply.statusCode).toBe(status)
  expect(reply.json().message).toMatch(/^[A-Z].+\.$/)
  expect(reply.body).not.toMatch(/stack|node_modules|Error:/)
})

test.for(['garbage', 'Bearer ', 'Bearer nonsense', 'Basic YTpi', `Bearer ${'x'.repeat(5000)}`])(
  'the authorization header %j gives no access',
  async (authorization) => {
    const { app } = await testApp()
    const reply = await app.inject({ url: '/api/orders/myorders', headers: { authorization } })
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated'])
  },
)

test('an error names the invalid field', async () => {
  const { db, post } = await testApp()
  const { token } = await user(db)
  const reply = await post('/api/orders', { orderItems: [{ product: 'x', qty: 0 }] }, token)
  expect(reply.statusCode).toBe(400)
  const paths = reply.json<{ issues: { path: string }[] }>().issues.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['orderItems.0.product', 'orderItems.0.qty', 'paymentMethod']))
})

test('every API response forbids framing, sniffing and caching', { tags: ['H1'] }, async () => {
  const { get } = await testApp()
  for (const path of ['/api/products', '/api/spaceships', '/api/orders/myorders']) {
    const { headers } = await get(path)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-powered-by']).toBeUndefined()
  }
})

test('a route without a call stops the server from starting', { tags: ['A1'] }, async () => {
  const { app } = await testApp()
  expect(() => app.get('/api/unlisted', () => 'open to all')).toThrow('GET /api/unlisted is in no calls.ts')
})

test('a call without a route stops the server from starting', async () => {
  Object.assign(CALLS, { 'GET /api/unrouted': { access: 'anyone' } })
  onTestFinished(() => void Reflect.deleteProperty(CALLS, 'GET /api/unrouted'))
  await expect(testApp()).rejects.toThrow('GET /api/unrouted has no route')
})

test('a route without a summary and an operationId stops the server from starting', async () => {
  const { app } = await testApp()
  // A call without a name.
  const register = () => app.post('/api/policy-reports/', () => 'received')
  expect(register).toThrow('POST /api/policy-reports/ has no id and summary in its calls.ts')
})
