import '#app/testing/program.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CALLS, callOf } from '#app/server/calls.ts'
import { methodOf } from '#app/testing/access-matrix.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product, user } from '#server/testing/factories.ts'
import { figure } from '#server/testing/torture.ts'

const VICTIM = { name: 'Victoria Owner', email: 'victoria@owner.example' }
const STREET = '17 Secret Lane'

/** A shop in which Victoria has placed an order and a second user is signed in. */
async function shopWithVictim() {
  const shop = await testCheckout()
  const victim = await user(shop.db, VICTIM)
  const { token } = await user(shop.db)
  const shippingAddress = { address: STREET, city: 'Denver', state: 'CO', postalCode: '80202' }
  const reply = await shop.place(await product(shop.db), { shippingAddress }, victim.token)
  const order = reply.json<{ _id: string; number: number; totalPrice: number }>()
  return { ...shop, victim, order, stranger: token }
}

/** Spellings of an id in a URL. */
const waysTo = (id: string) => [
  id,
  id.toUpperCase(),
  `{${id}}`,
  `urn:uuid:${id}`,
  `%20${id}`,
  `${id}%00`,
  `${id}%20`,
  `${id}/`,
  `${id};`,
  `${id},${id}`,
  `[${id}]`,
  `profile/../${id}`,
  `..%2f${id}`,
  `%2e%2e/${id}`,
  id.replaceAll('-', ''),
  encodeURIComponent(id.replace('-', '\u2010')),
]

test("another user's id gives no access, whatever its spelling and place", { tags: ['A2'] }, async ({ task }) => {
  const { app, db, order, victim, stranger } = await shopWithVictim()
  const rows = async () =>
    (await db.execute<Record<string, unknown>>(sql`select * from orders, users where users.id = ${victim.user.id}`))
      .rows
  const before = await rows()
  const { id: user } = victim.user
  const press = { price: Math.round(order.totalPrice * 100), sourceId: 'cnon:card-nonce-ok' }
  const body = (method: 'POST' | 'PUT', url: string, payload: unknown) => ({ method, url, payload: payload as object })
  const calls = [
    ...waysTo(order._id).flatMap((id) => [
      { method: 'GET' as const, url: `/api/orders/${id}` },
      body('PUT', `/api/orders/${id}/pay`, { id: 'x' }),
      { method: 'POST' as const, url: `/api/orders/${id}/complete` },
    ]),
    ...waysTo(user).map((id) => ({ method: 'GET' as const, url: `/api/users/${id}` })),
    { method: 'GET' as const, url: `/api/orders/myorders?user=${user}&userId=${user}&id=${order._id}` },
    { method: 'GET' as const, url: `/api/users/profile?id=${user}&_id=${user}` },
    ...[order._id, { _id: order._id }, [order._id], { _id: [order._id] }, { ...order, user: stranger }].map(
      (orderBody) => body('POST', '/api/orders/verify/logs', { order: orderBody }),
    ),
    ...[order._id, order._id.toUpperCase(), [order._id], { _id: order._id }].map((orderId) =>
      body('POST', '/api/orders/processSquare', { ...press, orderId }),
    ),
    // Without an order id, the call means the caller's own unpaid order.
    body('POST', '/api/orders/processSquare', press),
    ...[{ id: user }, { _id: user }, { id: [user] }, { user: { _id: user } }].map((fields) =>
      body('PUT', '/api/users/profile', { name: 'Mallory', ...fields }),
    ),
  ]
  for (const call of calls) {
    const headers = { authorization: `Bearer ${stranger}`, 'x-user-id': user, cookie: `token=${victim.token}` }
    const reply = await app.inject({ ...call, headers })
    const description = `${call.method} ${call.url}: ${reply.statusCode} ${reply.body}`
    expect(reply.statusCode, description).toBeLessThan(500)
    for (const secret of [VICTIM.name, VICTIM.email, STREET, victim.token]) expect(description).not.toContain(secret)
  }
  expect(await rows()).toEqual(before)
  figure(task, `${calls.length} calls, 0 foreign things seen or changed`)
})

/** Other spellings of a call; none of them may bypass its guard. */
const TRICKS: Record<string, (method: string, url: string) => { method: string; url: string; headers?: object }> = {
  HEAD: (_, url) => ({ method: 'HEAD', url }),
  TRACE: (_, url) => ({ method: 'TRACE', url }),
  OPTIONS: (_, url) => ({ method: 'OPTIONS', url }),
  PATCH: (_, url) => ({ method: 'PATCH', url }),
  'a method in a header': (method, url) => ({
    method: 'GET',
    url,
    headers: { 'x-http-method-override': method, 'x-http-method': method, 'x-method-override': method },
  }),
  'a method in the query string': (method, url) => ({ method: 'GET', url: `${url}?_method=${method}` }),
  'a slash at the end': (method, url) => ({ method, url: `${url}/` }),
  'a double slash': (method, url) => ({ method, url: url.replace('/api/', '/api//') }),
  'a double slash in front': (method, url) => ({ method, url: `/${url}` }),
  'an encoded slash': (method, url) => ({ method, url: url.replace('/api/', '/api%2f') }),
  'an encoded letter': (method, url) => ({ method, url: url.replace('/api/', '/%61pi/') }),
  'another letter case': (method, url) => ({ method, url: url.replace('/api/', '/API/') }),
  'a dot segment': (method, url) => ({ method, url: url.replace('/api/', '/api/./x/../') }),
  'a semicolon': (method, url) => ({ method, url: `${url};a=b` }),
  'another path in a header': (method, url) => ({
    method,
    url: '/api/products',
    headers: { 'x-original-url': url, 'x-rewrite-url': url, 'x-forwarded-uri': url },
  }),
}

/** Whether visitors may make that call. */
const isOpen = (method: string, url: string) => callOf(method, url.split('?')[0] ?? '')?.access === 'anyone'

test('no other spelling of a call bypasses its guard', { tags: ['A5'] }, async ({ task }) => {
  const { app, db, order, stranger } = await shopWithVictim()
  const guardedCalls = Object.entries(CALLS).filter(([, { access }]) => access !== 'anyone')
  const callers: [caller: string, token: string | undefined, routes: typeof guardedCalls][] = [
    ['a visitor', undefined, guardedCalls],
    ['a shopper', stranger, guardedCalls.filter(([, { access }]) => access === 'admin')],
  ]
  const passedCalls: string[] = []
  let callCount = 0
  for (const [caller, token, routes] of callers)
    for (const [route] of routes)
      for (const [trick, path] of Object.entries(TRICKS)) {
        const { method, url, headers } = path(methodOf(route), (route.split(' ')[1] ?? '').replace(':id', order._id))
        const authorization = token ? { authorization: `Bearer ${token}` } : {}
        const reply = await app.inject({ method: method as 'GET', url, headers: { ...headers, ...authorization } })
        callCount++
        if (reply.statusCode >= 400 && reply.statusCode < 500) continue
        // The list of products is public, and a POST to a URL that has only GET is no call.
        if (reply.statusCode === 200 && (isOpen(method, url) || 'products' in reply.json())) continue
        passedCalls.push(`${caller}, ${trick}: ${method} ${url} ${reply.statusCode}`)
      }
  expect(passedCalls).toEqual([])
  expect(
    (await db.execute<Record<string, unknown>>(sql`select from orders where delivered_at is not null`)).rows,
  ).toEqual([])
  figure(task, `${callCount} calls, none past a guard`)
})

test('an order number does not work as an order id, not even for an admin', { tags: ['A8'] }, async () => {
  const { db, get, order, victim } = await shopWithVictim()
  const { token } = await admin(db)
  for (const by of [victim.token, token]) expect((await get(`/api/orders/${order.number}`, by)).statusCode).toBe(404)
})

test('ids have 62 random bits, so that no id can be guessed from another', { tags: ['A8'] }, async ({ task }) => {
  const { db } = await shopWithVictim()
  const { rows } = await db.execute<{ id: string }>(sql`select uuidv7() as id from generate_series(1, 10000)`)
  const tails = rows.map(({ id }) => BigInt(`0x${id.replaceAll('-', '').slice(16)}`) & ((1n << 62n) - 1n))
  expect(new Set(tails).size).toBe(tails.length)
  const steps = tails.slice(1).map((tail, at) => tail - (tails[at] ?? 0n))
  const near = steps.filter((step) => (step < 0n ? -step : step) < 1n << 40n)
  expect(near.length).toBeLessThan(5)
  for (let bit = 0n; bit < 62n; bit++) {
    const set = tails.filter((tail) => (tail >> bit) & 1n).length
    expect(set).toBeGreaterThan(4_500)
    expect(set).toBeLessThan(5_500)
  }
  figure(task, '10,000 ids: each of 62 bits set in half of them')
})
