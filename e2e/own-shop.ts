import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShop } from '#scripts/start-shop.ts'
import { test as everyday } from './fixtures.ts'
import { ADMIN } from './shop.ts'
import { type SignedIn, signedInAs } from './shoppers.ts'

type OwnShop = { url: string; outbox: string }

/** A test with a demo shop of its own, for changes that other journeys would notice. */
export const test = everyday.extend<object, { ownShop: OwnShop; admin: SignedIn }>({
  ownShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'boutique-own-'))
      const seller = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
      const shop = await startShop({ DATA_DIR: folder, DATABASE_URL: '', DEMO: '1', ...seller })
      await use({ url: shop.url, outbox: join(folder, 'outbox') })
      await shop.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  admin: [
    async ({ playwright, ownShop }, use) => {
      const request = await playwright.request.newContext({ baseURL: ownShop.url })
      await use(await signedInAs(request, ADMIN))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ ownShop }, use) => use(ownShop.url),
})
