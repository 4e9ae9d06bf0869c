import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { HEIC, heicOfClaimedSize } from '#server/testing/photo-files.ts'
import { parsePhotoName } from './file-names.ts'
import { folderStore } from './folder-store.ts'
import { addPhoto } from './photos.ts'

async function emptyStore() {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-photos-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folderStore({ folder })
}

/** An image in which every pixel has another color, so that it compresses badly. */
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 80 } },
  })

test.for([
  ['a JPEG', () => noise(40, 30).jpeg().toBuffer()],
  ['a PNG', () => noise(40, 30).png().toBuffer()],
  ['a WebP', () => noise(40, 30).webp().toBuffer()],
  ['an AVIF', () => noise(40, 30).avif({ effort: 0 }).toBuffer()],
  ['a GIF', () => noise(40, 30).gif().toBuffer()],
  ['an HEIC', async () => HEIC],
] as const)('%s becomes a JPEG of the store', async ([, bytes]) => {
  const store = await emptyStore()
  const photo = await addPhoto(store, await bytes())
  expect(photo).toMatchObject({ width: 40, height: 30 })
  expect(photo.placeholder).toMatch(/^data:image\/webp;base64,/)
  expect(await readdir(store.folder)).toEqual([`${photo.id}.jpg`])
  expect(await sharp(join(store.folder, `${photo.id}.jpg`)).metadata()).toMatchObject({ format: 'jpeg', width: 40 })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

test.for([
  ['an SVG', () => Buffer.from(svg), 'photo_unsupported'],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'photo_unsupported'],
  ['a TIFF', () => noise(9, 9).tiff().toBuffer(), 'photo_unsupported'],
  ['nothing', () => Buffer.alloc(0), 'photo_unreadable'],
  ['half a JPEG', async () => (await noise(400, 300).jpeg().toBuffer()).subarray(0, 9000), 'photo_unreadable'],
  ['an image of 64 megapixels', () => plain(8000, 8000), 'photo_unreadable'],
  ['half an HEIC', () => HEIC.subarray(0, 500), 'photo_unreadable'],
  ['an HEIC with a broken picture', () => HEIC.subarray(0, -60), 'photo_unreadable'],
  ['an HEIC of 64 megapixels', () => heicOfClaimedSize(8000, 8000), 'photo_unreadable'],
  ['an HEIC that claims more than it has', () => heicOfClaimedSize(5000, 4800), 'photo_unreadable'],
] as const)('%s is refused and leaves no file', async ([, bytes, code]) => {
  const store = await emptyStore()
  await expect(addPhoto(store, await bytes())).rejects.toMatchObject({ code })
  expect(await readdir(store.folder)).toEqual([])
})

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b4533c' }, limitInputPixels: false })
    .png({ compressionLevel: 1 })
    .toBuffer()

test('a photo is turned upright and loses its metadata', async () => {
  const store = await emptyStore()
  const phonePhoto = await noise(60, 40)
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '41/1 52/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { id, width, height } = await addPhoto(store, phonePhoto)
  expect([width, height]).toEqual([40, 60])
  const metadata = await sharp(join(store.folder, `${id}.jpg`)).metadata()
  expect([metadata.width, metadata.height, metadata.orientation, metadata.exif]).toEqual([40, 60, undefined, undefined])
})

test.for([
  ['wide', 3000, 1500, 2400, 1200],
  ['endlessly tall', 100, 12_000, 40, 4800],
  ['small', 30, 20, 30, 20],
] as const)('a %s photo is scaled down to fit, never up', async ([, width, height, ...fitting]) => {
  const store = await emptyStore()
  const photo = await addPhoto(store, await plain(width, height))
  expect([photo.width, photo.height]).toEqual(fitting)
})

test('a placeholder is under 300 bytes for any photo', async () => {
  const store = await emptyStore()
  for (const [width, height] of [
    [16, 32],
    [1200, 1200],
    [900, 1800],
  ] as const) {
    const { placeholder } = await addPhoto(store, await noise(width, height).png().toBuffer())
    expect(placeholder.length).toBeLessThan(300)
  }
})

test('transparent parts become white, not black', async () => {
  const store = await emptyStore()
  const glass = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  const { id } = await addPhoto(store, glass)
  const { channels } = await sharp(await readFile(join(store.folder, `${id}.jpg`))).stats()
  expect(channels.map(({ min }) => min)).toEqual([255, 255, 255])
})

test.for(['../hero', 'a/b', 'A', '', 'a'.repeat(65), 'a.b', 'a\0'])('%j is no valid photo id', async (id) => {
  const store = await emptyStore()
  await expect(addPhoto(store, await plain(2, 2), id)).rejects.toThrow('Not a valid photo id')
  expect(await readdir(store.folder)).toEqual([])
})

test.for([
  ['hero.jpg', { id: 'hero' }],
  ['zi-480.jpg', { id: 'zi-480' }],
  ['zi-480.avif', { id: 'zi', variant: { width: 480, format: 'avif' } }],
  ['zi-480-1200.webp', { id: 'zi-480', variant: { width: 1200, format: 'webp' } }],
  ['zi-1200.jpeg', { id: 'zi', variant: { width: 1200, format: 'jpeg' } }],
  ['zi-640.jpeg', null],
  ['zi-481.avif', null],
  ['zi-0480.avif', null],
  ['zi-480.png', null],
  ['zi.avif', null],
  ['-.jpeg', null],
  ['.unfinished-1', null],
] as const)('the file name %s is parsed', ([name, file]) => expect(parsePhotoName(name)).toEqual(file))
