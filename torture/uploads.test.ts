import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { startShop } from '#scripts/start-shop.ts'
import { images } from '#server/db/schema.ts'
import { testDatabase } from '#server/testing/app.ts'
import { admin } from '#server/testing/factories.ts'
import { emptyPng, longGif, noise } from '#server/testing/photo-files.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { uploadRequest } from '#server/testing/uploads.ts'
import { clientOf, drip } from './clients.ts'
import { temporaryFolder } from './databases.ts'
import { memoryOf } from './memory.ts'

/** A shop in a process of its own, and its seller. */
async function sellersShop() {
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

const headOf = (size: number, token: string) =>
  [
    'POST /api/products/uploadImage HTTP/1.1',
    'Host: shop.test',
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${size}`,
    '\r\n',
  ].join('\r\n')

test('an upload that comes a byte a second is cut off', { tags: ['U5'] }, async ({ task }) => {
  const { running, token } = await sellersShop()
  const client = await clientOf(running().url, headOf(1_000_000, token))
  drip(client, 'x', 1_000)
  const seconds = await client.closed
  if (isLong) expect(seconds).toBeLessThan(33)
  expect(client.said()).toMatch(/^HTTP\/1.1 408/)
  figure(task, `closed with 408 after ${seconds.toFixed(1)} s`)
})

test('no picture takes more memory than the shop can spare', { tags: ['U3'] }, async ({ task }) => {
  const { running, upload } = await sellersShop()
  const memory = () => memoryOf(running().process.pid ?? 0)
  await upload(await noise(100, 100).jpeg().toBuffer())
  const before = memory()
  /** The most that was taken while it was uploaded, in megabytes. */
  const grownBy = async (bytes: Buffer, status: number) => {
    let most = memory()
    let isOver = false
    const answered = upload(bytes).finally(() => (isOver = true))
    while (!isOver) {
      most = Math.max(most, memory())
      await Promise.race([answered, setTimeout(10)])
    }
    expect((await answered).status).toBe(status)
    return most - before
  }
  const bombs = [emptyPng(30_000, 30_000), emptyPng(30_000, 30_000, 30_000), longGif(10_000)]
  const worst = { bomb: 0, photograph: 0 }
  for (let run = 0; run < runs(1, 20); run++)
    for (const [index, bomb] of bombs.entries())
      worst.bomb = Math.max(worst.bomb, await grownBy(bomb, index < 2 ? 422 : 201))
  const mug = new URL('../demo/photos/maker.jpg', import.meta.url).pathname
  const large = await sharp(mug).resize(8_160, 6_120, { fit: 'cover' }).jpeg().toBuffer()
  for (let run = 0; run < runs(1, 10); run++) worst.photograph = Math.max(worst.photograph, await grownBy(large, 201))
  expect(worst.bomb).toBeLessThan(150)
  expect(worst.photograph).toBeLessThan(250)
  figure(
    task,
    `bombs took at most ${worst.bomb.toFixed(0)} MB more, a photo of 50 megapixels ${worst.photograph.toFixed(0)} MB`,
  )
})

test('a shop that dies while it keeps photographs never lists half of one', {
  tags: ['U11'],
}, async ({ task }) => {
  const { db, upload, photos, running, restart } = await sellersShop()
  const bytes = await noise(1_200, 900).jpeg().toBuffer()
  const rounds = runs(2, 40)
  let answered = 0
  for (let round = 0; round < rounds; round++) {
    const uploads = Array.from({ length: 8 }, () => upload(bytes).catch(() => undefined))
    await Promise.race(uploads)
    await setTimeout(Math.random() * 300)
    await running().stop('SIGKILL')
    answered += (await Promise.all(uploads)).filter((reply) => reply?.status === 201).length
    await restart()
  }
  const rows = await db.select({ id: images.id }).from(images)
  for (const { id } of rows) await sharp(await readFile(join(photos, `${id}.jpg`))).stats()
  const files = (await readdir(photos)).filter((name) => /^[\da-f-]{36}\.jpg$/.test(name))
  for (const name of files) await sharp(await readFile(join(photos, name))).stats()
  expect(rows.length).toBeGreaterThanOrEqual(answered)
  figure(task, `killed ${rounds} times: ${answered} answered, ${rows.length} listed, all ${files.length} files whole`)
})
