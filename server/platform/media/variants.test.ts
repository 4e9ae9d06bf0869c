import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { figure } from '#server/testing/torture.ts'
import type { Variant } from './file-names.ts'
import { addPhoto } from './photos.ts'
import { makeVariant } from './variants.ts'

const HERO = new URL('../../../demo/photos/hero.jpg', import.meta.url)

/** The demo's hero photo and the bytes of a variant of it. */
async function heroVariant(variant: Variant) {
  const { photos } = (await testApp()).shop
  const source = await readFile(HERO)
  const { id } = await addPhoto(photos, source, 'hero')
  await makeVariant(photos, { id, variant })
  return { source, bytes: await photos.read({ id, variant }) }
}

/** How like the source an encoded picture of that width is, in decibels: the peak signal-to-noise ratio. */
async function likeness(source: Buffer, bytes: Buffer, width: number) {
  const [plain, encoded] = await Promise.all([
    sharp(source).resize({ width }).greyscale().raw().toBuffer(),
    sharp(bytes).greyscale().raw().toBuffer(),
  ])
  const squares = plain.reduce((sum, value, index) => sum + (value - (encoded[index] ?? 0)) ** 2, 0)
  return 10 * Math.log10((255 * 255 * plain.length) / squares)
}

test.for([
  [1600, 'avif', 41.5, 56_000],
  [1600, 'webp', 41.8, 56_000],
  [640, 'avif', 38, 10_000],
] as const)(
  'the hero photo at %i pixels as %s is like its source, and light',
  async ([width, format, least, most], { task }) => {
    const { source, bytes } = await heroVariant({ width, format })
    const decibels = await likeness(source, bytes, width)
    figure(task, `${width} ${format}: ${bytes.length} bytes, ${decibels.toFixed(1)} dB`)
    expect(decibels).toBeGreaterThan(least)
    expect(bytes.length).toBeLessThan(most)
  },
)
