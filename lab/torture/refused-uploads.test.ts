import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startShop } from '#scripts/start-shop.ts'
import { images } from '#server/shop/schema/catalog.ts'
import { testApp, testDatabase } from '#server/testing/app.ts'
import { user } from '#server/testing/factories.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { clientOf, drip } from './clients.ts'
import { temporaryFolder } from './databases.ts'
import { memoryOf } from './memory.ts'

const PATH = '/api/products/uploadImage'
const MEGABYTE = 2 ** 20
const SIZE = 20 * MEGABYTE
const TYPE = 'multipart/form-data; boundary=b'

const headOf = (size: number, token: string) =>
  [
    `POST ${PATH} HTTP/1.1`,
    'Host: shop.test',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${TYPE}`,
    `Content-Length: ${size}`,
    '\r\n',
  ].join('\r\n')

const bodyLengthOf = (answer: string) => answer.length - answer.indexOf('\r\n\r\n') - 4
const isWhole = (answer: string) => bodyLengthOf(answer) === Number(/content-length: (\d+)/i.exec(answer)?.[1])

test('who may not upload is answered before the photographs are sent', { tags: ['U1'] }, async ({ task }) => {
  const { app, db } = await testApp()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const callers = [
    ['', 401],
    ['nonsense', 401],
    [(await user(db)).token, 403],
    [(await user(db, { isApi: true })).token, 403],
  ] as const
  for (const [token, status] of callers) {
    const client = await clientOf(url, headOf(SIZE, token))
    await expect.poll(() => isWhole(client.said())).toBe(true)
    expect(client.said()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(client.said()).toMatch(/^connection: close\r$/im)
    client.socket.destroy()
  }
  expect(await db.$count(images)).toBe(0)
  figure(task, `${callers.length} callers answered before the first of 20 MB`)
})

type Sender = (url: string, body: Buffer<ArrayBuffer>) => Promise<{ status: number; said: string }>

/** Sends all of the body before it reads a byte of the answer, as browsers do. */
const sendThenRead: Sender = async (url, body) => {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1').pause()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let replyText = ''
  socket.setEncoding('latin1').on('data', (text) => (replyText += text))
  socket.once('error', reject).once('end', () => resolve(replyText))
  socket.write(headOf(body.length, 'dead'))
  socket.write(body, () => socket.resume())
  const [head = '', content = ''] = (await promise).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), said: content }
}

const sendWithFetch: Sender = async (url, body) => {
  const headers = { authorization: 'Bearer dead', 'content-type': TYPE }
  const answer = await fetch(url + PATH, { method: 'POST', headers, body })
  return { status: answer.status, said: await answer.text() }
}

const sendWithNode: Sender = (url, body) => {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Sender>>>()
  const headers = { authorization: 'Bearer dead', 'content-type': TYPE, 'content-length': body.length }
  const sending = request(url + PATH, { method: 'POST', headers }, async (answer) => {
    const text = (await answer.toArray()).join('')
    resolve({ status: answer.statusCode ?? 0, said: text })
  })
  sending.once('error', reject).end(body)
  return promise
}

test.for([
  ['fetch', sendWithFetch],
  ['a request of Node', sendWithNode],
  ['a program that sends everything before it reads', sendThenRead],
] as const)('%s reads why 20 MB are refused', { tags: ['U1'] }, async ([, send], { task }) => {
  const { app } = await testApp()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const times = runs(3, 50)
  for (let time = 0; time < times; time++) {
    const { status, said } = await send(url, Buffer.alloc(SIZE))
    expect([status, JSON.parse(said).code]).toEqual([401, 'unauthenticated'])
  }
  figure(task, `${times} refusals of 20 MB read`)
})

/** The most of a refused body that is discarded, and what may be on its way besides. */
const DISCARD_BYTES = 64 * MEGABYTE
const ON_ITS_WAY = 16 * MEGABYTE
/** In megabytes, before the garbage is collected; what is sent is at least twice as much. */
const MOST_MEMORY = 128

test('who is refused and sends on without end is cut off, and nothing of it is kept', {
  tags: ['U1'],
}, async ({ task }) => {
  const { url: database } = await testDatabase()
  const shop = await startShop({ DATABASE_URL: database, DATA_DIR: await temporaryFolder(), DEMO: '0' })
  onTestFinished(async () => {
    await shop.stop()
  })
  const { pid = 0 } = shop.process
  await sendWithFetch(shop.url, Buffer.alloc(SIZE))
  const before = memoryOf(pid)
  const senders = runs(4, 24)
  const endless = Array.from({ length: senders }, () => sendWithoutEnd(shop.url))
  const slow = await clientOf(shop.url, headOf(SIZE, 'dead'))
  drip(slow, 'x', 500)
  let most = before
  let isOver = false
  const endlessUploads = Promise.all(endless).finally(() => (isOver = true))
  while (!isOver) {
    most = Math.max(most, memoryOf(pid))
    await Promise.race([endlessUploads, setTimeout(20)])
  }
  const mostTaken = Math.max(...(await endlessUploads))
  expect(mostTaken).toBeLessThan(DISCARD_BYTES + ON_ITS_WAY)
  expect(most - before).toBeLessThan(MOST_MEMORY)
  const seconds = await slow.closed
  if (isLong) expect(seconds).toBeLessThan(20)
  expect(slow.said().match(/HTTP\/1\.1/g)).toHaveLength(1)
  const cut = `${senders} endless bodies cut off after at most ${(mostTaken / MEGABYTE).toFixed(0)} MB`
  figure(task, `${cut}, ${(most - before).toFixed(0)} MB more memory; one that drips after ${seconds.toFixed(0)} s`)
})

/** Answers how many bytes were taken until the connection was closed. */
async function sendWithoutEnd(url: string): Promise<number> {
  const { socket } = await clientOf(url, headOf(Number.MAX_SAFE_INTEGER, 'dead'))
  socket.removeAllListeners('error').on('error', () => {})
  const chunk = Buffer.alloc(64 * 1024)
  const isClosed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const sendOn = () => socket.writable && socket.write(chunk, sendOn)
  sendOn()
  await isClosed
  return socket.bytesWritten - socket.writableLength
}
