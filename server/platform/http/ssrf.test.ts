import '#app/testing/program.ts'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testCheckout } from '#server/testing/checkouts.ts'
import { product } from '#server/testing/factories.ts'
import { figure } from '#server/testing/torture.ts'
import { eventOf, SECRET, signatureOf } from '#server/testing/webhooks.ts'

/** A server of an attacker, which counts its requests. */
async function attackersServer() {
  let calls = 0
  const server = createServer((socket) => {
    calls++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { port, calls: () => calls }
}

/** The ports to which this process has opened connections since the call. */
function connections() {
  const ports = new Set<number>()
  const note = (message: unknown) => {
    const { socket } = message as { socket: { once(event: string, done: () => void): void; remotePort?: number } }
    socket.once('connect', () => void (socket.remotePort && ports.add(socket.remotePort)))
  }
  subscribe('net.client.socket', note)
  onTestFinished(() => void unsubscribe('net.client.socket', note))
  return ports
}

test('the shop never calls a URL that a caller sends, only the card service', {
  tags: ['X11'],
}, async ({ task }) => {
  const { port, calls } = await attackersServer()
  const { app, db, get, post, put, placed, pay, token } = await testCheckout({ webhook: SECRET })
  const pen = await product(db)
  const order = await placed(pen)
  await pay(order)
  const connectionLog = connections()
  const urls = [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/x.jpg`,
    `//127.0.0.1:${port}`,
    `http://[::ffff:127.0.0.1]:${port}`,
    `http://2130706433:${port}`,
    `gopher://127.0.0.1:${port}`,
    `smb://127.0.0.1:${port}/share`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
  ]
  for (const url of urls) {
    const text = encodeURIComponent(url)
    const headers = { host: url.slice(7), 'x-forwarded-host': url, referer: url, origin: url, forwarded: `host=${url}` }
    await app.inject({ url: '/api/products', headers })
    for (const path of [
      `/api/products?keyword=${text}`,
      `/api/products/${text}`,
      `/images/${text}`,
      `/search?text=${text}`,
      `/${url}`,
    ])
      await get(path, token)
    await app.inject({ url: `http://127.0.0.1:${port}/api/products` })
    await put('/api/users/profile', { name: url, email: `a@127.0.0.1:${port}`, image: url }, token)
    await post('/api/coupons/validate', { code: url.slice(0, 60), zip: '80202' }, token)
    const shippingAddress = { address: url, city: url, state: 'CO', postalCode: '80202', callback: url }
    await post(
      '/api/orders',
      { orderItems: [{ product: pen.id, qty: 1, image: url }], shippingAddress, paymentMethod: 'Square' },
      token,
    )
    await put(`/api/orders/${order._id}/pay`, { id: url, payer: { email_address: url } }, token)
    await post('/api/orders/processSquare', { price: 1, sourceId: url, orderId: order._id, url }, token)
    const body = eventOf('COMPLETED', { paymentId: url }).replace('MTESTMERCHANT', url)
    const signedHeaders = { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signatureOf(body) }
    expect(
      (await app.inject({ method: 'POST', url: '/api/webhooks/square', payload: body, headers: signedHeaders }))
        .statusCode,
    ).toBe(200)
  }
  expect(calls()).toBe(0)
  expect([...connectionLog]).not.toContain(port)
  // PostgreSQL listens on a socket file, so the simulator has the only port.
  expect(connectionLog.size).toBeLessThanOrEqual(1)
  figure(task, `${urls.length} addresses in 13 places each, 0 asked`)
})
