import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShop } from '#scripts/running.ts'

/** The seller of the journeys' shop. */
export const ADMIN = { email: 'admin@journeys.example', password: 'not a real password' }

/** One demo shop for all journeys, on a free port and with data of its own. The answer ends it. */
export default async function openShop() {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-journeys-'))
  const shop = await startShop({
    DATA_DIR: folder,
    DATABASE_URL: '',
    DEMO: '1',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  })
  process.env.E2E_SHOP_URL = shop.url
  process.env.E2E_SHOP_DATA = folder
  process.env.E2E_OUTBOX = join(folder, 'outbox')
  return async () => {
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
