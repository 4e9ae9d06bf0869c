import { rm } from 'node:fs/promises'
import { request } from '@playwright/test'
import { browserPath } from '#scripts/browser.ts'
import { ADMIN, fillDemoFolder, openDemoShop } from './demo-shop.ts'
import { openPhotoHost } from './photo-host.ts'
import { signedInAs } from './shoppers.ts'

const MANY = ['little-rainbow-keychain', 'walnut-twist-pen', 'kids-gingham-clip-pair', 'kids-rainbow-bead-bracelet']

/** Global setup: one demo shop for all journeys, on a free port with its own data. Returns its teardown. */
export default async function openShop() {
  // Without a browser no journey can run: fail before the shop starts.
  browserPath()
  const demo = await fillDemoFolder()
  process.env.E2E_DEMO_DATA = demo
  const photos = await openPhotoHost()
  const shop = await openDemoShop({ IMPORT_HOSTS: photos.host })
  await addProducts(shop.url)
  process.env.E2E_SHOP_URL = shop.url
  process.env.E2E_SHOP_DATA = shop.folder
  process.env.E2E_OUTBOX = shop.outbox
  process.env.E2E_PHOTO_HOST = photos.host
  return async () => {
    await shop.close()
    photos.close()
    await rm(demo, { recursive: true, force: true })
  }
}

/** Raises the stock of the products that journeys buy by name, so that no journey finds one sold out. */
export async function addProducts(baseURL: string, stock = 60) {
  const context = await request.newContext({ baseURL })
  const { token } = await signedInAs(context, ADMIN)
  const answers = await Promise.all(MANY.map((slug) => context.get(`/api/products/${slug}`)))
  const pieces = await Promise.all(answers.map((answer) => answer.json()))
  const response = await context.put('/api/products', {
    headers: { authorization: `Bearer ${token}` },
    data: { ids: pieces.map(({ _id }) => _id), change: { stock } },
  })
  if (!response.ok()) throw new Error(`Filling the shelves: ${response.status()} ${await response.text()}`)
  await context.dispose()
}
