import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { images } from '#server/shop/schema/catalog.ts'
import { noise } from '#server/testing/photo-files.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { sellersShop } from './sellers-shop.ts'

test('a shop that dies while it keeps photographs never lists half of one', {
  tags: ['U11'],
}, async ({ task }) => {
  const { db, upload, photos, running, restart } = await sellersShop()
  const bytes = await noise(1_200, 900).jpeg().toBuffer()
  const rounds = runs(2, 40)
  let answerCount = 0
  for (let round = 0; round < rounds; round++) {
    const uploads = Array.from({ length: 8 }, () => upload(bytes).catch(() => undefined))
    await Promise.race(uploads)
    await setTimeout(Math.random() * 300)
    await running().stop('SIGKILL')
    answerCount += (await Promise.all(uploads)).filter((reply) => reply?.status === 201).length
    await restart()
  }
  const rows = await db.select({ id: images.id }).from(images)
  for (const { id } of rows) await sharp(await readFile(join(photos, `${id}.jpg`))).stats()
  const files = (await readdir(photos)).filter((name) => /^[\da-f-]{36}\.jpg$/.test(name))
  for (const name of files) await sharp(await readFile(join(photos, name))).stats()
  expect(rows.length).toBeGreaterThanOrEqual(answerCount)
  figure(
    task,
    `killed ${rounds} times: ${answerCount} answered, ${rows.length} listed, all ${files.length} files whole`,
  )
})
