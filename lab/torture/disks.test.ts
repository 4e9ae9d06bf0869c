import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readdir, readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { folderStore } from '#server/platform/media/folder-store.ts'
import { addPhoto } from '#server/platform/media/photos.ts'
import { images } from '#server/shop/schema/catalog.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { testApp, testDatabase } from '#server/testing/app.ts'
import { admin } from '#server/testing/factories.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { uploadRequest } from '#server/testing/uploads.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { farSimulator, openShop, openSimulatorPool, ownCluster, temporaryFolder } from './databases.ts'
import { canMount, smallDisk } from './disks.ts'
import { expectJournalHolds, recovery } from './dues.ts'
import { type Checkout, startTraffic } from './traffic.ts'

/** Told to come again, or that the payment is still being recorded. */
const isHindered = ({ placed, paid }: Checkout) => placed === 503 || paid === 503 || paid === 202

test.runIf(canMount)(
  'while the disk of its database is full the shop can be looked at, and buying waits',
  {
    tags: ['D5'],
  },
  async ({ task }) => {
    const [seconds, perSecond] = [runs(1, 30), runs(10, 20)]
    const disk = await smallDisk(160)
    const cluster = await ownCluster(disk.folder)
    const simulator = await farSimulator()
    const shop = await openShop({ ...simulator.env, DATABASE_URL: cluster.url })
    const db = openSimulatorPool(cluster.url)
    const traffic = await startTraffic({ url: () => shop.url, db, perSecond })
    await recovery(traffic, 0)
    await disk.fill()
    // The tables still have some room in their last pages.
    await waitFor(() => expect(traffic.journal.some(isHindered)).toBe(true), { interval: 50 })
    const full = Date.now()
    const reads: number[] = []
    while (Date.now() - full < seconds * 1000) {
      reads.push((await fetch(`${shop.url}/api/products`)).status)
      await setTimeout(100)
    }
    await disk.free()
    const recoveryTime = await recovery(traffic, Date.now())
    const journal = await traffic.stop()
    expect(reads.filter((status) => status !== 200)).toEqual([])
    expect(shop.process.exitCode).toBe(null)
    // The shop waits for leases to end and tries again ever more rarely; the short form does not.
    if (!isLong) await db.update(paymentAttempts).set({ leaseUntil: sql`now()`, nextTryAt: sql`now()` })
    await expectJournalHolds(db, simulator.env, journal)
    figure(
      task,
      `full for ${seconds} s at ${perSecond} checkouts/s: ${journal.filter(isHindered).length} got 503 or 202, all ${reads.length} reads 200; ` +
        `paid again ${(recoveryTime / 1000).toFixed(1)} s after there was room, 0 violations`,
    )
  },
)

test.runIf(canMount)(
  'a photograph that has no room leaves nothing behind, and a log without room stops nobody',
  {
    tags: ['D8'],
  },
  async ({ task }) => {
    const disk = await smallDisk(4)
    const { url } = await testDatabase()
    const photos = folderStore({ folder: join(disk.folder, 'photos') })
    const bytes = await readFile(new URL('../../docs/home.png', import.meta.url))
    const first = await addPhoto(photos, bytes)
    await disk.fill()
    const count = runs(3, 25)
    for (let run = 0; run < count; run++)
      await expect(addPhoto(photos, bytes)).rejects.toMatchObject({ code: 'photos_full' })
    const { app, db } = await testApp({ photos })
    const { token } = await admin(db)
    const { headers, body } = uploadRequest([{ bytes }])
    const uploadHeaders = { ...headers, authorization: `Bearer ${token}` }
    const upload = () =>
      app.inject({ method: 'POST', url: '/api/products/uploadImage', headers: uploadHeaders, payload: body })
    const refusal = await upload()
    expect([refusal.statusCode, refusal.json().code]).toEqual([507, 'photos_full'])
    expect(await db.$count(images)).toBe(0)
    expect(await readdir(photos.folder)).toEqual([`${first.id}.jpg`])

    const log = await open(join(disk.folder, 'log'), 'a')
    const { port } = await freePort()
    const shop = spawn('node_modules/.bin/node', ['app/main.ts'], {
      env: {
        ...process.env,
        DATABASE_URL: url,
        DATA_DIR: await temporaryFolder(),
        DEMO: '0',
        PORT: String(port),
        LOG_LEVEL: 'info',
      },
      stdio: ['ignore', log.fd, log.fd],
    })
    await log.close()
    onTestFinished(() => void shop.kill())
    const call = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
    await waitFor(async () => expect(await call('/readyz')).toBe(200), { interval: 200 })
    for (let run = 0; run < 10 * count; run++) expect(await call('/api/products')).toBe(200)
    expect(shop.exitCode).toBe(null)
    await disk.free()
    await addPhoto(photos, bytes)
    expect((await upload()).statusCode).toBe(201)
    figure(
      task,
      `${count} photos refused without a trace, a shop that cannot write its log answered ${10 * count} calls`,
    )
  },
)

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  server.close()
  return address
}
