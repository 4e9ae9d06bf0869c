import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { certificate } from './certificate-check.ts'

const pem = await readFile(new URL('../../../server/testing/localhost.pem', import.meta.url))
const END = new Date(new X509Certificate(pem).validTo).getTime()
const DAY_MS = 86_400_000

async function portOf(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('the end of a certificate is told, and that it should have been renewed within its last 14 days', async () => {
  const url = `https://localhost:${await portOf(createServer({ key: pem, cert: pem }))}`
  const at = (now: number) => certificate(url, 'America/Denver', now)
  expect(await at(END - 15 * DAY_MS)).toMatchObject([
    { name: 'certificate', state: 'good', finding: expect.stringContaining('valid until Oct 28, 2126') },
  ])
  expect(await at(END - 13 * DAY_MS)).toMatchObject([{ state: 'todo', todo: expect.stringContaining('Caddy') }])
  expect(await at(END + DAY_MS)).toMatchObject([{ state: 'todo' }])
})

test('without https, or without an answer, nothing is said of a certificate', async () => {
  expect(await certificate('http://localhost:3000', 'UTC')).toEqual([])
  const notTls = createTcpServer((socket) => socket.end('hello'))
  expect(await certificate(`https://127.0.0.1:${await portOf(notTls)}`, 'UTC')).toEqual([])
  expect(await certificate('https://127.0.0.1:1', 'UTC')).toEqual([])
})
