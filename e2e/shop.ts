import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from '@playwright/test'
import { browserPath } from '#scripts/browser.ts'
import { startShop } from '#scripts/start-shop.ts'
import { signedInAs } from './shoppers.ts'

/** The admin of the journeys' shop. */
export const ADMIN = { email: 'admin@journeys.example', password: 'not a real password' }

const MANY = ['little-rainbow-keychain', 'walnut-twist-pen', 'kids-gingham-clip-pair', 'kids-rainbow-bead-bracelet']

/** Global setup: one demo shop for all journeys, on a free port with its own data. Returns its teardown. */
export default async function openShop() {
  // Without a browser no journey can run: fail before the shop starts.
  browserPath()
  const folder = await mkdtemp(join(tmpdir(), 'boutique-journeys-'))
  const shop = await startShop({
    DATA_DIR: folder,
    DATABASE_URL: '',
    DEMO: '1',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  })
  await addProducts(shop.url)
  process.env.E2E_SHOP_URL = shop.url
  process.env.E2E_SHOP_DATA = folder
  process.env.E2E_OUTBOX = join(folder, 'outbox')
  return async () => {
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Raises the stock of the products that journeys buy by name, so that no journey finds one sold out. */
export async function addProducts(baseURL: string) {
  const context = await request.newContext({ baseURL })
  const { token } = await signedInAs(context, ADMIN)
  const answers = await Promise.all(MANY.map((slug) => context.get(`/api/products/${slug}`)))
  const pieces = await Promise.all(answers.map((answer) => answer.json()))
  const filled = await context.put('/api/products', {
    headers: { authorization: `Bearer ${token}` },
    data: { ids: pieces.map(({ _id }) => _id), change: { stock: 60 } },
  })
  if (!filled.ok()) throw new Error(`Filling the shelves: ${filled.status()} ${await filled.text()}`)
  await context.dispose()
}
