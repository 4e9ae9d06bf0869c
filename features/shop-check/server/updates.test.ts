import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testDependencies } from '#server/testing/app.ts'
import { checkUpdates, updates } from './updates.ts'

/** A shop of version 1.9.0 that asks a server which `answer`s. */
async function shopThatAsks(answer: RequestListener) {
  const dataDir = await mkdtemp(join(tmpdir(), 'boutique-updates-'))
  let listener = answer
  const server = createServer((request, reply) => listener(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.close()
    await rm(dataDir, { recursive: true })
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/boutique.json`
  return {
    check: () => checkUpdates(url, dataDir),
    says: (facts: object = {}) => updates({ ...testDependencies(dataDir).setup, updatesUrl: url, ...facts }, '1.9.0'),
    answers: (next: RequestListener) => (listener = next),
  }
}

const json =
  (body: unknown): RequestListener =>
  (_, reply) =>
    void reply.end(typeof body === 'string' ? body : JSON.stringify(body))

test('a newer version is told with its notes, and nothing without the setting', async () => {
  const { check, says } = await shopThatAsks(json({ version: '1.10.0', notes: 'Orders by phone.\nFaster lists.' }))
  expect(await says()).toEqual([])
  expect(await check()).toBeUndefined()
  expect(await says()).toMatchObject([
    {
      ...{ name: 'version', state: 'todo', todo: expect.stringContaining('boutique upgrade') },
      finding: 'Version 1.10.0 is out; this is 1.9.0. What is new: Orders by phone. Faster lists.',
    },
  ])
  expect(await says({ updatesUrl: undefined })).toEqual([])
})

test.each(['1.9.0', '1.8.12', '0.10.0'])('version %s is no news', async (version) => {
  const { check, says } = await shopThatAsks(json({ version }))
  await check()
  expect(await says()).toMatchObject([{ state: 'good' }])
})

test.each<[string, RequestListener]>([
  ['no JSON', json('<html>')],
  ['no version', json({ notes: 'x' })],
  ['a version that is none', json({ version: '2.0.0; rm -rf /' })],
  ['too much', json({ version: '2.0.0', notes: 'x'.repeat(70_000) })],
  ['an error', (_, reply) => void reply.writeHead(500).end(JSON.stringify({ version: '2.0.0' }))],
  ['a redirect', (_, reply) => void reply.writeHead(302, { location: '/other.json' }).end()],
  ['nothing', (request) => void request.socket.destroy()],
])('an answer with %s changes nothing', async (_, bad) => {
  const { check, says, answers } = await shopThatAsks(json({ version: '1.10.0' }))
  await check()
  const before = await says()
  answers(bad)
  expect(await check()).toBeTruthy()
  expect(await says()).toEqual(before)
})
