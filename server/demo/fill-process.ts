// Child process of fill-new-shop.ts: fills the shop, then exits. It exits together with the shop.
import { once } from 'node:events'
import { openDatabase } from '../db/client.ts'
import { printable } from '../errors.ts'
import { openPhotoStore } from '../media/open-store.ts'
import { fillDemoShop } from './demo-shop.ts'
import type { FillTask } from './fill-new-shop.ts'

process.on('disconnect', () => process.exit(1))
const [{ url, location }] = (await once(process, 'message')) as [FillTask]
const db = openDatabase(url, 2)
const photos = openPhotoStore(location)
try {
  await fillDemoShop(db, photos, (line) => console.log(`${line} …`))
  process.exit(0)
} catch (error) {
  console.error(printable(error))
  process.exit(1)
}
