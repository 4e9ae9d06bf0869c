import { Resolver } from 'node:dns/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askPublicHost, resolveWithoutThreads } from './public-request.ts'

/** Name servers that answer each name with these addresses; without any, with none of the kind. */
function nameServers(v4: string[], v6: string[]) {
  const answer = (addresses: string[]) =>
    addresses.length > 0 ? Promise.resolve(addresses) : Promise.reject(new Error('ENODATA'))
  vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation((() => answer(v4)) as never)
  vi.spyOn(Resolver.prototype, 'resolve6').mockImplementation((() => answer(v6)) as never)
  onTestFinished(() => void vi.restoreAllMocks())
}

test.for<[v4: string[], v6: string[], addresses: object[]]>([
  [['8.8.8.8'], [], [{ address: '8.8.8.8', family: 4 }]],
  [[], ['2606:4700::1111'], [{ address: '2606:4700::1111', family: 6 }]],
  [
    ['8.8.8.8', '10.0.0.1'],
    ['::1'],
    [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ],
  ],
])('a name with the addresses %j and %j has all of them', async ([v4, v6, addresses]) => {
  nameServers(v4, v6)
  const all = await new Promise((resolve) =>
    resolveWithoutThreads('hooks.example', { all: true }, (_, known) => resolve(known)),
  )
  expect(all).toEqual(addresses)
})

test.for<[v4: string[], v6: string[], problem: string]>([
  [['10.0.0.1'], [], 'private'],
  [['8.8.8.8'], ['::ffff:10.0.0.1'], 'private'],
  [[], [], 'unreachable'],
])('a host with the addresses %j and %j is not asked: %s', { tags: ['X17'] }, async ([v4, v6, problem]) => {
  nameServers(v4, v6)
  const request = { method: 'POST', headers: {}, body: Buffer.from('{}') } as const
  const hosts = { resolve: resolveWithoutThreads }
  const asking = askPublicHost(new URL('https://hooks.example/'), request, hosts, AbortSignal.timeout(5_000))
  await expect(asking).rejects.toMatchObject({ problem })
})
