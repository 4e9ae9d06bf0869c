import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { emptyPng, longGif, noise } from '#server/testing/photo-files.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { clientOf, drip } from './clients.ts'
import { memoryOf } from './memory.ts'
import { sellersShop } from './sellers-shop.ts'

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
    const uploadReply = upload(bytes).finally(() => (isOver = true))
    while (!isOver) {
      most = Math.max(most, memory())
      await Promise.race([uploadReply, setTimeout(10)])
    }
    expect((await uploadReply).status).toBe(status)
    return most - before
  }
  const bombs = [emptyPng(30_000, 30_000), emptyPng(30_000, 30_000, 30_000), longGif(10_000)]
  const worst = { bomb: 0, photograph: 0 }
  for (let run = 0; run < runs(1, 20); run++)
    for (const [index, bomb] of bombs.entries())
      worst.bomb = Math.max(worst.bomb, await grownBy(bomb, index < 2 ? 422 : 201))
  const mug = new URL('../../demo/photos/maker.jpg', import.meta.url).pathname
  const large = await sharp(mug).resize(8_160, 6_120, { fit: 'cover' }).jpeg().toBuffer()
  for (let run = 0; run < runs(1, 10); run++) worst.photograph = Math.max(worst.photograph, await grownBy(large, 201))
  expect(worst.bomb).toBeLessThan(150)
  expect(worst.photograph).toBeLessThan(250)
  figure(
    task,
    `bombs took at most ${worst.bomb.toFixed(0)} MB more, a photo of 50 megapixels ${worst.photograph.toFixed(0)} MB`,
  )
})
