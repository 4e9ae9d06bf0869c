import '#app/testing/program.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testAddress } from '#server/testing/limits.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { servePages } from './pages.ts'

/** A shop with its pages, which are asked for from a network address. */
async function openShop(rateLimits: boolean) {
  const shop = await testApp()
  await servePages(shop.app, { ...shop.shop, rateLimits, fresh: () => true, owns: [] })
  const get = (url: string, address = testAddress(1)) => shop.app.inject({ url, remoteAddress: address })
  return { ...shop, get }
}

/** How many answers have each status. */
const tally = (replies: { statusCode: number }[]) =>
  Object.fromEntries(
    [...new Set(replies.map(({ statusCode }) => statusCode))].map((status) => [
      status,
      replies.filter(({ statusCode }) => statusCode === status).length,
    ]),
  )

test('the not-found page is rendered once for all unknown URLs', { tags: ['Q11'] }, async ({ task }) => {
  const count = runs(20, 5_000)
  const { get } = await openShop(true)
  const pages = new Set<unknown>()
  for (let round = 0; round < count; round++) {
    const { statusCode, headers, body } = await get(`/spaceship-${round}/${round}?redirect=${round}`)
    expect([statusCode, body.includes('We can’t find that page')]).toEqual([404, true])
    // Each rendering has names of its own for what it asked, and so another tag.
    pages.add(headers.etag)
  }
  expect(pages.size).toBe(1)
  figure(task, `${count} addresses that no page has: made once`)
})

test.for([
  ['/cart/%d', 200],
  ['/order/%d', 200],
  ['/admin/%d', 200],
  ['/?redirect=%d', 200],
  ['/contact?page=%d', 200],
  ['/shop/nonsense/%d', 404],
] as const)('%s is one page for all numbers', { tags: ['Q11'] }, async ([address, status]) => {
  const { get } = await openShop(true)
  const replies = [await get(address.replace('%d', '1')), await get(address.replace('%d', '2'))]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([status, status])
  expect(replies[0]?.headers.etag).toBe(replies[1]?.headers.etag)
})

test('a network with too many cache misses gets 429, and no other network does', {
  tags: ['Q11'],
}, async ({ task }) => {
  // However slow the machine is, all of it happens at once.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { get } = await openShop(true)
  expect((await get('/shop')).statusCode).toBe(200)
  const replies = []
  for (let round = 0; round < 350; round++) replies.push(await get(`/products/none-${round}`))
  // The first of the 300 was the list.
  expect(tally(replies)).toEqual({ 404: 299, 429: 51 })
  const refusal = replies.find(({ statusCode }) => statusCode === 429)
  expect(refusal?.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' })
  expect(refusal?.headers['content-type']).toContain('text/html')
  expect(refusal?.body).toContain('Too many pages were opened from your network.')
  // What is kept costs nothing, and other networks have a count of their own.
  expect((await get('/shop')).statusCode).toBe(200)
  expect((await get('/products/none-1', testAddress(2))).statusCode).toBe(404)
  figure(task, '350 misses by one network at once: 300 made, the others 429')
})

test('with very many misses at once some pages are rendered and the others get 503', {
  tags: ['Q11'],
}, async ({ task }) => {
  const count = runs(150, 1_000)
  const { get } = await openShop(false)
  await get('/shop')
  const flood = (addressFor: (round: number) => string) =>
    Promise.all(Array.from({ length: count }, (_, round) => get(`/products/none-${round}`, addressFor(round))))
  const crowd = await flood(testAddress)
  expect(tally(crowd)).toEqual({ 404: 100, 503: count - 100 })
  const refusal = crowd.find(({ statusCode }) => statusCode === 503)
  expect(refusal?.headers['retry-after']).toBe('1')
  expect(refusal?.body).toContain('The shop is busy.')
  // One network alone does not fill the queue of the others.
  const [alone, other] = await Promise.all([flood(() => testAddress(1)), get('/products/none', testAddress(2))])
  expect([tally(alone), other.statusCode]).toEqual([{ 404: 31, 503: count - 31 }, 404])
  figure(task, `${count} misses at once: 100 made of many networks, 31 of one; the others told to come back`)
})
