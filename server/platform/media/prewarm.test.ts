import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PHOTO_FORMATS, PHOTO_WIDTHS } from '#contract/photos.ts'
import { testApp } from '#server/testing/app.ts'
import { addPhoto } from './photos.ts'
import { prewarmVariants } from './prewarm.ts'

test('every variant of every photo up to 1200 pixels is made in the background, a broken photo does not stop it', async () => {
  const { shop, folder } = await testApp()
  const { photos } = shop
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#b4533c' } })
    .png()
    .toBuffer()
  await addPhoto(photos, bytes, 'pen')
  await writeFile(join(folder, 'broken.jpg'), 'no picture')
  await writeFile(join(folder, '.unfinished-old'), 'half a picture')
  await utimes(join(folder, '.unfinished-old'), 0, 0)
  await writeFile(join(folder, '.unfinished-new'), 'half a picture')
  const warming = prewarmVariants(photos)
  expect(await warming.done).toBe(true)
  const forms = [
    ...PHOTO_WIDTHS.filter((width) => width <= 1200).flatMap((width) =>
      PHOTO_FORMATS.map((format) => `pen-${width}.${format}`),
    ),
    'pen-1200.jpeg',
    'pen-160.jpeg',
  ]
  const expectedFiles = ['.unfinished-new', 'broken.jpg', 'pen.jpg', ...forms]
  expect((await readdir(folder)).toSorted()).toEqual(expectedFiles.toSorted())
})

test('the background process stops on request', async () => {
  const { photos } = (await testApp()).shop
  const warming = prewarmVariants(photos)
  warming.stop()
  expect(await warming.done).toBe(false)
})
