import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ODD_ADDRESSES, PRIVATE_ADDRESSES, PRIVATE_HOSTS } from '#server/testing/private-addresses.ts'
import { figure } from '#server/testing/torture.ts'
import { fetchPublicFile } from './public-file.ts'
import { isPublicAddress } from './public-request.ts'

const LIMITS = { maxBytes: 1_000, timeoutMs: 60_000, isWanted: (type: string) => type.startsWith('image/') }

/** A server on this machine, its host with port, and how often it was asked. */
async function standIn(answer: RequestListener) {
  let requestCount = 0
  const server = createServer((request, reply) => {
    requestCount++
    answer(request, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, asked: () => requestCount, limits: { ...LIMITS, allowed: [host] } }
}

/** Resolves every name to these addresses, one after the other with each call. */
const resolvesTo = (...answers: string[]) => {
  let call = 0
  return (_: string, __: object, callback: (error: Error | null, found: LookupAddress[]) => void) => {
    const address = answers[Math.min(call++, answers.length - 1)] ?? ''
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])
  }
}

test('addresses that are not of the public internet are known', { tags: ['X17'] }, () => {
  expect(PRIVATE_ADDRESSES.filter(isPublicAddress)).toEqual([])
  expect(['8.8.8.8', '151.101.1.1', '2606:4700::1111'].filter((one) => !isPublicAddress(one))).toEqual([])
  expect(isPublicAddress('localhost')).toBe(false)
})

test('no host is asked that is not public, by its address or by its name', { tags: ['X17'] }, async ({ task }) => {
  const { host, asked } = await standIn((_, reply) => reply.end())
  const port = host.split(':')[1]
  for (const privateHost of PRIVATE_HOSTS)
    await expect(fetchPublicFile(`http://${privateHost}/a.jpg`, LIMITS), privateHost).rejects.toMatchObject({
      problem: 'private',
    })
  for (const address of PRIVATE_ADDRESSES)
    await expect(
      fetchPublicFile('http://shop.example/a.jpg', { ...LIMITS, resolve: resolvesTo(address) }),
      address,
    ).rejects.toMatchObject({ problem: 'private' })
  const odd = [`http://${host}/a.jpg`, `http://localhost:${port}/`, ...ODD_ADDRESSES]
  for (const url of odd) await expect(fetchPublicFile(url, LIMITS), url).rejects.toMatchObject({ problem: 'address' })
  expect(asked()).toBe(0)
  figure(task, `${PRIVATE_ADDRESSES.length + PRIVATE_HOSTS.length} private and ${odd.length} other addresses, 0 asked`)
})

test('a redirect leads to no host that is not public, and a name to none the second time', {
  tags: ['X17'],
}, async () => {
  for (const location of [
    'http://169.254.169.254/latest/',
    'http://[::1]/',
    'file:///etc/passwd',
    '//10.0.0.1/a.jpg',
  ]) {
    const { host, limits } = await standIn((_, reply) => reply.writeHead(302, { location }).end())
    await expect(fetchPublicFile(`http://${host}/`, limits), location).rejects.toMatchObject({
      problem: expect.stringMatching(/private|address/),
    })
  }
  const { host, limits } = await standIn((_, reply) => reply.writeHead(302, { location: 'http://cdn.example/a' }).end())
  const rebound = { ...limits, resolve: resolvesTo('10.0.0.1') }
  await expect(fetchPublicFile(`http://${host}/`, rebound)).rejects.toMatchObject({ problem: 'private' })
})

test('a file is fetched within its limits of size, type, time and redirects', async () => {
  const photo = Buffer.alloc(900, 7)
  const { host, limits, asked } = await standIn(({ url }, reply) => {
    if (url === '/moved') return reply.writeHead(301, { location: '/photo' }).end()
    if (url === '/loop') return reply.writeHead(302, { location: '/loop' }).end()
    if (url === '/gone') return reply.writeHead(404, { 'content-type': 'image/png' }).end()
    if (url === '/page') return reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
    if (url === '/slow') return reply.writeHead(200, { 'content-type': 'image/png' }).write('a')
    reply.writeHead(200, { 'content-type': 'image/jpeg' })
    if (url === '/large') for (let at = 0; at < 3; at++) reply.write(photo)
    return reply.end(photo)
  })
  const fetchFile = (path: string, timeoutMs = limits.timeoutMs) =>
    fetchPublicFile(`http://${host}${path}`, { ...limits, timeoutMs })
  expect(await fetchFile('/photo')).toEqual(photo)
  expect(await fetchFile('/moved')).toEqual(photo)
  const before = asked()
  await expect(fetchFile('/loop')).rejects.toMatchObject({ problem: 'redirects' })
  expect(asked() - before).toBe(5)
  await expect(fetchFile('/gone')).rejects.toMatchObject({ problem: 'status' })
  await expect(fetchFile('/page')).rejects.toMatchObject({ problem: 'type' })
  await expect(fetchFile('/large')).rejects.toMatchObject({ problem: 'tooLarge' })
  await expect(fetchFile('/slow', 500)).rejects.toMatchObject({ problem: 'tooSlow' })
  await expect(fetchPublicFile('http://127.0.0.1:1/', { ...limits, allowed: ['127.0.0.1:1'] })).rejects.toMatchObject({
    problem: 'unreachable',
  })
})
