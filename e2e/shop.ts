import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShop } from '#scripts/running.ts'

/** The seller of the journeys' shop. */
export const ADMIN = { email: 'admin@journeys.example', password: 'not a real password' }

const MANY = ['little-rainbow-keychain', 'walnut-twist-pen', 'kids-gingham-clip-pair', 'kids-rainbow-bead-bracelet']

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
  await fillShelves(shop.url)
  process.env.E2E_SHOP_URL = shop.url
  process.env.E2E_SHOP_DATA = folder
  process.env.E2E_OUTBOX = join(folder, 'outbox')
  return async () => {
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes so many of the pieces that the journeys buy by name that none finds them sold out by another. */
async function fillShelves(url: string) {
  const call = async (method: string, path: string, body?: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const { token } = await call('POST', '/users/login', ADMIN)
  const pieces = await Promise.all(MANY.map((slug) => call('GET', `/products/${slug}`)))
  const ids = pieces.map(({ _id }: { _id: string }) => _id)
  await call('PUT', '/products', { ids, change: { stock: 60 } }, token)
}
