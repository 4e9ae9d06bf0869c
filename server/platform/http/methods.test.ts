import '#app/testing/program.ts'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { servePages } from '#server/site/pages.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, product } from '#server/testing/factories.ts'

async function wholeShop() {
  const shop = await testApp()
  await servePages(shop.app, { ...shop.shop, fresh: () => true, owns: [] })
  await product(shop.db, { slug: 'walnut-pen' })
  return shop
}

test.for([
  ['PATCH', '/api/settings', 'GET, HEAD, PUT'],
  ['DELETE', '/api/settings/', 'GET, HEAD, PUT'],
  ['GET', '/api/webhooks/square?x=1', 'POST'],
  // The path of one product's export, and that of a product with this name.
  ['POST', '/api/products/export', 'GET, HEAD, PUT, DELETE'],
  ['HEAD', '/api/orders/0190f5a0-0000-7000-8000-000000000000/shipped', 'PUT, GET'],
  ['OPTIONS', '/api/products', 'GET, HEAD, POST, PUT'],
  ['POST', '/products/walnut-pen', 'GET, HEAD'],
  ['PUT', '/', 'GET, HEAD'],
  ['DELETE', '/healthz', 'GET, HEAD'],
  ['POST', '/images/none.jpg', 'GET, HEAD'],
] as const)('%s of %s is answered with 405 and the methods that are allowed', async ([method, url, allow]) => {
  const { app } = await wholeShop()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await app.inject({ method, url, headers, ...(method === 'POST' ? { payload: 'a=b' } : {}) })
  expect([reply.statusCode, reply.headers.allow]).toEqual([405, allow])
  if (method !== 'HEAD') expect(reply.json()).toMatchObject({ code: 'method_not_allowed' })
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
})

test.for([
  ['GET', '/api/spaceships'],
  ['POST', '/api/spaceships'],
  ['PROPFIND', '/api/spaceships'],
  ['GET', '/images/none.jpg'],
  ['GET', '/assets/none.js'],
  ['GET', '/spaceships'],
] as const)('%s of %s, which does not exist, is answered with 404', async ([method, url]) => {
  const { app } = await wholeShop()
  const reply = await app.inject({ method: method as 'GET', url })
  expect([reply.statusCode, reply.headers.allow]).toEqual([404, undefined])
})

test('a method that the shop knows nowhere is answered with 405 on a connection', async () => {
  const { app } = await wholeShop()
  const { port } = new URL(await app.listen({ port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.end('PROPFIND /api/settings HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 405 [\s\S]*\r\nallow: GET, HEAD, PUT\r\n/)
})

test('a connection stays open after a request without a route', async () => {
  const { app } = await testApp()
  const address = await app.listen({ port: 0 })
  for (const [method, path] of [
    ['GET', '/api/spaceships'],
    ['DELETE', '/api/settings'],
  ] as const)
    expect((await fetch(`${address}${path}`, { method })).headers.get('connection')).toBe('keep-alive')
})

test('every 401 says how a caller identifies itself', async () => {
  const { db, get, post } = await testApp()
  const { user } = await admin(db)
  const replies = [
    await get('/api/settings'),
    await get('/api/settings', 'a token that nobody has'),
    await post('/api/users/login', { email: user.email, password: 'wrong password' }),
  ]
  for (const { statusCode, headers } of replies)
    expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Bearer realm="shop"'])
  expect((await get('/api/products')).headers).not.toHaveProperty('www-authenticate')
})
