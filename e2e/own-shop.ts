import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN, openDemoShop } from './demo-shop.ts'
import { test as everyday } from './fixtures.ts'
import { signedInAs } from './shoppers.ts'

type OwnShop = { url: string; folder: string; outbox: string }

/** A test with a demo shop of its own, for changes that other journeys would notice. */
export const test = everyday.extend<object, { ownShop: OwnShop }>({
  ownShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const shop = await openDemoShop()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  adminSession: [
    async ({ playwright, ownShop }, use) => {
      const request = await playwright.request.newContext({ baseURL: ownShop.url })
      // Its journeys end before a sign-in is old.
      await use({ ...(await signedInAs(request, ADMIN)), signedInAt: Number.POSITIVE_INFINITY })
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ ownShop }, use) => use(ownShop.url),
})

/** A test with a demo shop of its own that is backed up into the folder `backups`. */
export const backedUpTest = test.extend<object, { backups: string }>({
  backups: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'boutique-backups-'))
      await use(folder)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  ownShop: [
    async ({ backups }, use) => {
      const shop = await openDemoShop({ BACKUP_DIR: backups })
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
