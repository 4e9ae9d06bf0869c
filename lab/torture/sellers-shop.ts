import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startShop } from '#scripts/start-shop.ts'
import { testDatabase } from '#server/testing/app.ts'
import { admin } from '#server/testing/factories.ts'
import { uploadRequest } from '#server/testing/uploads.ts'
import { temporaryFolder } from './databases.ts'

/** A shop in a process of its own until the test ends, and its seller. */
export async function sellersShop() {
  const { db, url } = await testDatabase()
  const folder = await temporaryFolder()
  const { token } = await admin(db)
  const start = () => startShop({ DATABASE_URL: url, DATA_DIR: folder, DEMO: '0' })
  let shop = await start()
  onTestFinished(async () => {
    await shop.stop()
  })
  const upload = (bytes: Uint8Array) => {
    const { headers, body } = uploadRequest([{ bytes }])
    const request = { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` }, body }
    return fetch(`${shop.url}/api/products/uploadImage`, request)
  }
  return {
    db,
    token,
    upload,
    photos: join(folder, 'photos'),
    running: () => shop,
    async restart() {
      shop = await start()
    },
  }
}
