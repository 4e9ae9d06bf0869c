import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import type { Context } from '#server/platform/context.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { removeUnusedPhotos } from '#server/shop/photos/cleanup.ts'
import type { CatalogChange } from '#server/shop/public-tags.ts'
import { images, products } from '#server/shop/schema/catalog.ts'
import { testApp } from '#server/testing/app.ts'
import { image, product } from '#server/testing/factories.ts'
import { FIRST_CENTS, type Sight, staleSights, watchPrices } from '#server/testing/price-sightings.ts'
import { adminIn } from '#server/testing/products.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { listenForChanges } from './listen-for-changes.ts'
import { servePages } from './pages.ts'

const URLS = ['/products/walnut-pen', '/shop', '/', '/api/products/walnut-pen', '/api/products?sort=price']

/** A process of the shop with a cache and a database pool of its own. Returns its URL. */
async function openProcess(context: Context, url: string) {
  const db = openDatabase(url)
  const app = await buildApp({ ...context, db })
  let clear = (_: CatalogChange) => {}
  const changes = await listenForChanges(url, (change) => clear(change))
  clear = (await servePages(app, { ...context, db, fresh: changes.listening, owns: [] })).clear
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await changes.stop()
    await app.close()
    await db.$client.end()
  })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

test('after a saved price no visitor of any process sees the one before', { tags: ['D12'] }, async ({ task }) => {
  const saves = runs(15, 500)
  const { shop, url, db, ...calls } = await testApp()
  const { id } = await product(db, { name: 'Walnut Pen', slug: 'walnut-pen', priceCents: FIRST_CENTS, featured: true })
  const seller = await adminIn({ db, ...calls })
  const processes = [await openProcess(shop, url), await openProcess(shop, url)]
  const places = processes.flatMap((origin) => URLS.map((path) => origin + path))
  const { stale, ...delays } = await sightsOf(places, saves, async (save) =>
    expect((await seller.edit(id, { price: (FIRST_CENTS + save) / 100 })).statusCode).toBe(200),
  )
  figure(
    task,
    `${saves} saved prices, ${delays.answers} answers of 2 processes (${delays.refused} refused): ${stale.length} stale after 1 s`,
  )
})

test('every process shows a change of stock above twenty', { tags: ['D18'] }, async ({ task }) => {
  const changes = runs(10, 200)
  const { shop, url, db } = await testApp()
  const { id } = await product(db, { slug: 'walnut-pen', qty: 1_000 })
  const processes = [await openProcess(shop, url), await openProcess(shop, url)]
  const waits: number[] = []
  for (let change = 1; change <= changes; change++) {
    const qty = 1_000 - change
    await db.update(products).set({ qty }).where(eq(products.id, id))
    const since = performance.now()
    for (const origin of processes) {
      const product = async () => (await fetch(`${origin}/api/products/walnut-pen`)).json()
      const list = async () => (await (await fetch(`${origin}/api/products`)).json()).products[0]
      for (const qtyShown of [product, list])
        await waitFor(async () => expect(await qtyShown()).toMatchObject({ qty }), { interval: 2 })
    }
    waits.push(performance.now() - since)
  }
  const { half, most } = {
    half: waits.toSorted((a, b) => a - b)[Math.floor(changes / 2)] ?? 0,
    most: Math.max(...waits),
  }
  figure(
    task,
    `${changes} changes of a stock of 1,000, shown by product and list of 2 processes after ${half.toFixed(0)} ms, ${most.toFixed(0)} at worst`,
  )
  if (isLong) expect(most).toBeLessThan(1_000)
})

const LISTS = ['/shop?sort=price&inStock=true', '/api/products?sort=price&inStock=true']

test('after a sale no visitor of any process sees the piece in stock', { tags: ['D12'] }, async ({ task }) => {
  const sales = runs(15, 500)
  const { shop, url, db } = await testApp()
  const productIds: string[] = []
  // Each is a cent dearer than the one before, so the price of the cheapest in stock says how many are sold.
  for (let number = 0; number <= sales; number++)
    productIds.push((await product(db, { name: 'Walnut Pen', priceCents: FIRST_CENTS + number, qty: 1 })).id)
  const processes = [await openProcess(shop, url), await openProcess(shop, url)]
  const places = processes.flatMap((origin) => LISTS.map((path) => origin + path))
  const { stale, ...delays } = await sightsOf(places, sales, async (sale) => {
    await db
      .update(products)
      .set({ qty: 0 })
      .where(eq(products.id, productIds[sale - 1] ?? ''))
  })
  figure(
    task,
    `${sales} sold pieces, ${delays.answers} lists of 2 processes (${delays.refused} refused): ${stale.length} stale after 1 s`,
  )
})

/**
 * Makes so many changes, twenty a second at most, while visitors watch these places. Returns what was stale a second
 * after a change, which nothing may be.
 */
async function sightsOf(places: string[], changes: number, change: (number: number) => Promise<unknown>) {
  const visitors = watchPrices(places)
  onTestFinished(async () => void (await visitors.stop()))
  const savedAt: number[] = [0]
  for (let number = 1; number <= changes; number++) {
    await change(number)
    savedAt.push(performance.now())
    await sleep(50)
  }
  for (const place of places) await waitFor(async () => expect(await visitors.saveAt(place)).toBe(changes))
  const { sights, refused } = await visitors.stop()
  expect(sights.filter(({ save }) => !(save >= 0 && save <= changes))).toEqual([])
  expect(new Set(sights.map(({ place }) => place)).size).toBe(places.length)
  expect(goneBack(sights)).toEqual([])
  const stale = staleSights(sights, savedAt)
  // On a machine that stands still for a second, a notice is as late.
  if (isLong) expect(stale).toEqual([])
  return { stale, refused, answers: sights.length }
}

/** Answers older than one that somebody had already got at the same place before they were asked for. */
function goneBack(sights: Sight[]) {
  const byPlace = Map.groupBy(sights, ({ place }) => place)
  return [...byPlace.values()].flatMap((placeSights) => {
    const answers = placeSights.toSorted((one, other) => one.answered - other.answered)
    let [next, newest] = [0, 0]
    return placeSights
      .toSorted((one, other) => one.asked - other.asked)
      .filter((sight) => {
        for (; (answers[next]?.answered ?? Number.POSITIVE_INFINITY) < sight.asked; next++)
          newest = Math.max(newest, answers[next]?.save ?? 0)
        return sight.save < newest
      })
  })
}

test('a photo that was removed is gone from the memory of every process', async () => {
  const { db, url, shop } = await testApp()
  const processes = [await openProcess(shop, url), await openProcess(shop, url)]
  const { id } = await product(db)
  const photo = await image(db, id, { unusedSince: new Date(Date.now() - 25 * 3_600_000) })
  await shop.photos.write({ id: photo.id }, Buffer.from('a small photo'))
  const statuses = () => Promise.all(processes.map(async (at) => (await fetch(`${at}/images/${photo.id}.jpg`)).status))
  expect(await statuses()).toEqual([200, 200])
  await db.update(images).set({ productId: null })
  expect(await removeUnusedPhotos(db, shop.photos)).toBe(1)
  await waitFor(async () => expect(await statuses()).toEqual([404, 404]))
})
