import { expect, onTestFinished, test } from 'vitest'
import type { ProductPage } from '#contract/products.ts'
import { listenForChanges } from '#server/site/listen-for-changes.ts'
import { servePages } from '#server/site/pages.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, product } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'
import type { SearchWords, Synonyms } from '../contract.ts'
import { fruitlessSearches } from '../schema.ts'
import {
  MOST_AT_ONCE,
  MOST_OF_A_NETWORK,
  MOST_SEARCHES,
  openFruitlessCounts,
  saveCounts,
} from './fruitless-searches.ts'
import { wordKey } from './word-keys.ts'

async function shopWithSearchWords() {
  const shop = await testApp()
  const { token } = await admin(shop.db)
  const find = async (keyword: string) => {
    const page = (await shop.get(`/api/products?keyword=${encodeURIComponent(keyword)}`)).json<ProductPage>()
    return page.products.map(({ name }) => name)
  }
  const searchWords = async () => (await shop.get('/api/search-words', token)).json<SearchWords>()
  const fruitless = async () => (await searchWords()).fruitless.map(({ keyword, times }) => [keyword, times])
  return { ...shop, token, find, searchWords, fruitless }
}

/** A shop with its pages, which are cached until a change is notified. */
async function shopWithCachedPages() {
  const shop = await shopWithSearchWords()
  const { clear } = await servePages(shop.app, { ...shop.shop, fresh: () => true, owns: [] })
  const { stop } = await listenForChanges(shop.url, clear)
  onTestFinished(stop)
  const view = async (path: string) => {
    expect((await shop.get(path)).statusCode, path).toBe(200)
  }
  return { ...shop, view }
}

test('synonyms find what they name, and those without find one another', async () => {
  const { db, post, put, remove, token, find } = await shopWithSearchWords()
  await product(db, { name: 'Oak Coaster' })
  expect(await find('drip mat')).toEqual([])
  const added = await post('/api/search-words/synonyms', { words: ['Drip Mat', 'beer mat'], finds: ['coaster'] }, token)
  expect([added.statusCode, added.json()]).toMatchObject([201, { words: ['drip mat', 'beer mat'], finds: ['coaster'] }])
  const { _id: id } = added.json<Synonyms>()
  for (const keyword of ['drip mat', 'dripmat', 'Drip Mats', 'oak beer mat'])
    expect(await find(keyword)).toEqual(['Oak Coaster'])
  await put(`/api/search-words/synonyms/${id}`, { words: ['coaster', 'trivet'], finds: [] }, token)
  expect([await find('trivet'), await find('drip mat')]).toEqual([['Oak Coaster'], []])
  expect((await remove(`/api/search-words/synonyms/${id}`, token)).statusCode).toBe(200)
  expect(await find('trivet')).toEqual([])
  expect((await remove(`/api/search-words/synonyms/${id}`, token)).statusCode).toBe(404)
})

test('the starting synonyms are changed and removed like others', async () => {
  const { db, put, remove, token, find, searchWords } = await shopWithSearchWords()
  await product(db, { name: 'Satin Scrunchie' })
  const before = (await searchWords()).synonyms
  expect(before.length).toBeGreaterThan(40)
  expect(await find('ponytail holder')).toEqual(['Satin Scrunchie'])
  await put('/api/search-words/synonyms/scrunchie', { words: ['curl tie'], finds: ['scrunchie'] }, token)
  expect([await find('curl tie'), await find('ponytail holder')]).toEqual([['Satin Scrunchie'], []])
  await remove('/api/search-words/synonyms/scrunchie', token)
  expect([await find('curl tie'), (await searchWords()).synonyms.length]).toEqual([[], before.length - 1])
  expect((await remove('/api/search-words/synonyms/scrunchie', token)).statusCode).toBe(404)
})

test.for([
  [{ words: [], finds: ['bow'] }, 'words'],
  [{ words: ['bow'], finds: [] }, 'finds'],
  [{ words: ['!!!'], finds: ['bow'] }, 'words.0'],
  [{ words: ['x'.repeat(41)], finds: ['bow'] }, 'words.0'],
  [{ words: ['hair bow'], finds: Array.from({ length: 31 }, (_, at) => `word ${at}`) }, 'finds'],
] as const)('synonyms that find nothing, or too much, are refused: %j', async ([update, path]) => {
  const { post, token } = await shopWithSearchWords()
  const reply = await post('/api/search-words/synonyms', update, token)
  expect([reply.statusCode, reply.json().issues[0].path]).toEqual([400, path])
})

test('words of synonyms may be signs of a query language', { tags: ['X5'] }, async () => {
  const { db, post, token, find } = await shopWithSearchWords()
  await product(db, { name: 'Oak Coaster' })
  const words = ["drip' mat", 'a | b:*', '\\coat', '% x _']
  await post('/api/search-words/synonyms', { words, finds: ["coaster' & !"] }, token)
  for (const keyword of ["drip' mat", 'a b', 'coat', '%x'])
    expect(await find(keyword), keyword).toEqual(['Oak Coaster'])
})

test.for([
  ['Hair Bows', 'hairbow'],
  ['mother’s day', 'mothersday'],
  ['scrunchies', 'scrunchy'],
  ['scrunchie', 'scrunchy'],
  ['glasses', 'glass'],
  ['glass', 'glass'],
  ['mug', 'mug'],
] as const)('%s is compared as %s', ([text, key]) => {
  expect(wordKey(text)).toBe(key)
})

test('a page of a search that finds nothing is counted each time it is sent, from the cache, too', async () => {
  const { db, get, post, token, view, fruitless, searchWords } = await shopWithCachedPages()
  await product(db, { name: 'Satin Bow' })
  for (let times = 0; times < 3; times++) await view('/search/Velvet%20bow')
  await view('/search/submarine')
  // None of these is a page that somebody sees who has searched in vain.
  for (const path of [
    '/search/bow',
    '/search/submarine?sort=price',
    '/search/jane@example.com',
    '/search/call%20555%20123%204567',
  ])
    await view(path)
  await get('/api/products/suggestions?keyword=velv')
  await get('/api/products?keyword=submarine&extras=true')
  expect(await fruitless()).toEqual([
    ['velvet bow', 3],
    ['submarine', 1],
  ])
  await view('/search/velvet%20bow')
  expect((await searchWords()).fruitless[0]).toMatchObject({ keyword: 'velvet bow', matchedWords: 'bow', times: 4 })

  // The search is off the list, and its page is rendered anew.
  await post('/api/search-words/synonyms', { words: ['velvet bow'], finds: ['bow'] }, token)
  expect(await fruitless()).toEqual([['submarine', 1]])
  await expect.poll(async () => (await get('/search/velvet%20bow')).body).not.toContain('No piece matches')
})

test('the seller takes a search off the list', async () => {
  const { remove, token, view, fruitless } = await shopWithCachedPages()
  await view('/search/submarine')
  expect(await fruitless()).toEqual([['submarine', 1]])
  expect((await remove('/api/search-words/fruitless/submarine', token)).statusCode).toBe(200)
  expect(await fruitless()).toEqual([])
})

test('whatever a hostile visitor searches for, few searches are stored', { tags: ['X5'] }, async ({ task }) => {
  const { db, view, fruitless } = await shopWithCachedPages()
  for (let at = 0; at < 2 * MOST_OF_A_NETWORK; at++)
    await view(`/search/qzx${String.fromCharCode(97 + at / 26, 97 + (at % 26))}`)
  expect(await fruitless()).toHaveLength(MOST_OF_A_NETWORK)
  const counts = openFruitlessCounts()
  const rounds = runs(5, 50)
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < 10 * MOST_AT_ONCE; at++)
      counts.add({ keyword: `word ${round} ${at}`, matchedWords: '', times: 1 })
    await saveCounts(db, counts)
    expect(await db.$count(fruitlessSearches)).toBeLessThanOrEqual(MOST_SEARCHES)
  }
  figure(task, `${rounds * 10 * MOST_AT_ONCE} words, ${await db.$count(fruitlessSearches)} rows`)
})

test('the searches that are searched for most stay on the list', async () => {
  const { db, fruitless } = await shopWithSearchWords()
  const counts = openFruitlessCounts()
  counts.add({ keyword: 'teapot', matchedWords: '', times: 9 })
  for (let round = 0; round < 4; round++) {
    for (let at = 0; at < MOST_AT_ONCE - 1; at++)
      counts.add({ keyword: `word ${round} ${at}`, matchedWords: '', times: 1 })
    await saveCounts(db, counts)
  }
  expect((await fruitless())[0]).toEqual(['teapot', 9])
})

test('counts that could not be saved are saved with the next', async () => {
  const { db, fruitless } = await shopWithSearchWords()
  const counts = openFruitlessCounts()
  counts.add({ keyword: 'x'.repeat(61), matchedWords: '', times: 1 })
  await expect(saveCounts(db, counts)).rejects.toThrow()
  expect(counts.take()).toHaveLength(1)
  expect(await fruitless()).toEqual([])
})
