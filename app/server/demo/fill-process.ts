// Child process of fill-new-shop.ts: fills the shop, then exits. It exits together with the shop.
import { once } from 'node:events'
import { printable } from '#server/errors.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { openPhotoStore } from '#server/platform/media/open-store.ts'
import { fillDemoShop } from './demo-shop.ts'
import type { FillTask } from './fill-new-shop.ts'

process.on('disconnect', () => process.exit(1))
const [{ url, location, withOrders }] = (await once(process, 'message')) as [FillTask]
const db = openDatabase(url, 2)
const photos = openPhotoStore(location)
try {
  await fillDemoShop(db, photos, (line) => console.log(`${line} …`), { withOrders })
  process.exit(0)
} catch (error) {
  console.error(printable(error))
  process.exit(1)
}
