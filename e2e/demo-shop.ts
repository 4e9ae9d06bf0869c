import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShop } from '#scripts/start-shop.ts'

/** The admin of all demo shops. */
export const ADMIN = { email: 'admin@journeys.example', password: 'not a real password' }

/**
 * Fills a data folder with the demo shop, which `openDemoShop` copies: filling takes longer than all else of a start.
 * Journeys begin at a desk without orders.
 */
export async function fillDemoFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-demo-'))
  const seller = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  const shop = await startShop({ DATA_DIR: folder, DATABASE_URL: '', DEMO: '1', DEMO_ORDERS: '0', ...seller })
  await shop.stop()
  return folder
}

/** Starts a demo shop on a copy of the filled folder. `close` stops it and removes its data. */
export async function openDemoShop(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-journeys-'))
  // The database's files keep the user that they belong to.
  execFileSync('cp', ['-a', `${process.env.E2E_DEMO_DATA}/.`, folder])
  const shop = await startShop({ DATA_DIR: folder, DATABASE_URL: '', DEMO: '1', ...settings })
  return {
    url: shop.url,
    folder,
    outbox: join(folder, 'outbox'),
    async close() {
      await shop.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
