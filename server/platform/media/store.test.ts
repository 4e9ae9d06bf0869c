import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { PHOTO_FORMATS, PHOTO_WIDTHS } from '#contract/photos.ts'
import { photoStoreLocation, readEnv } from '#server/env.ts'
import { testApp } from '#server/testing/app.ts'
import { testBucket } from '#server/testing/bucket.ts'
import { type PhotoFile, photoFileName, photoFiles } from './file-names.ts'
import { openPhotoStore } from './open-store.ts'
import { addPhoto } from './photos.ts'
import { prewarmVariants } from './prewarm.ts'
import { IN_MEMORY_MAX, type PhotoStore } from './store.ts'

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-store-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const STORES = [
  ['folder', async () => openPhotoStore({ folder: await temporaryFolder() })],
  ['bucket', async () => openPhotoStore(await testBucket())],
] as const satisfies [string, () => Promise<PhotoStore>][]

const PEN: PhotoFile = { id: 'pen' }
const FORM: PhotoFile = { id: 'pen', variant: { width: 480, format: 'avif' } }
const picture = () =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: '#b4533c' } })
    .png()
    .toBuffer()
const namesIn = async (store: PhotoStore) => (await store.list()).map(photoFileName).toSorted()
const bodyOf = async (store: PhotoStore, file: PhotoFile) => {
  const body = (await store.find(file))?.body()
  return body && (Buffer.isBuffer(body) ? body : buffer(body))
}

test.for(STORES)('an empty %s has no files', async ([, open]) => {
  const store = await open()
  expect([await store.has(PEN), await store.find(PEN), await store.list()]).toEqual([false, null, []])
  await expect(store.read(PEN)).rejects.toThrow()
  await store.remove([PEN, FORM])
  await store.tidy()
})

test.for(STORES)('a %s returns the bytes that were written', async ([, open]) => {
  const store = await open()
  for (const bytes of [Buffer.from('small'), Buffer.alloc(IN_MEMORY_MAX + 1, 7)]) {
    await store.write(PEN, bytes)
    const storedFile = await store.find(PEN)
    expect([await store.has(PEN), storedFile?.size]).toEqual([true, bytes.length])
    expect(storedFile?.etag).toMatch(/^"[^"]+"$/)
    expect((await store.read(PEN)).equals(bytes)).toBe(true)
    expect((await bodyOf(store, PEN))?.equals(bytes)).toBe(true)
  }
})

test.for(STORES)('a %s lists its files, without deleted ones', async ([, open]) => {
  const store = await open()
  const files = [...photoFiles('pen'), ...photoFiles('cup')]
  for (const file of files) await store.write(file, Buffer.from(photoFileName(file)))
  expect(await namesIn(store)).toEqual(files.map(photoFileName).toSorted())
  await store.remove(photoFiles('cup'))
  expect(await namesIn(store)).toEqual(photoFiles('pen').map(photoFileName).toSorted())
})

test.for(STORES)('a shop serves every variant of the photos of its %s, made once', async ([, open]) => {
  const store = await open()
  const { get } = await testApp({ photos: store })
  await addPhoto(store, await picture(), 'pen')
  for (const name of ['pen.jpg', 'pen-480.avif', 'pen-480.avif']) {
    const reply = await get(`/images/${name}`)
    expect([reply.statusCode, Number(reply.headers['content-length'])]).toEqual([200, reply.rawPayload.length])
    await sharp(reply.rawPayload).stats()
  }
  expect((await get('/images/cup.jpg')).statusCode).toBe(404)
  expect(await namesIn(store)).toEqual(['pen-480.avif', 'pen.jpg'])
})

test.for(STORES)('the missing variants of a %s are made in the background', async ([, open]) => {
  const store = await open()
  await addPhoto(store, await picture(), 'pen')
  expect(await prewarmVariants(store).done).toBe(true)
  const forms = [
    ...PHOTO_WIDTHS.filter((width) => width <= 1200).flatMap((width) =>
      PHOTO_FORMATS.map((format) => `pen-${width}.${format}`),
    ),
    'pen-1200.jpeg',
    'pen-160.jpeg',
  ]
  expect(await namesIn(store)).toEqual(['pen.jpg', ...forms].toSorted())
})

test('a folder never lists partly written files, and deletes them after an hour', async () => {
  const folder = await temporaryFolder()
  const store = openPhotoStore({ folder })
  for (const name of ['.unfinished-old', '.unfinished-new', 'notes.txt']) await writeFile(join(folder, name), 'half')
  await utimes(join(folder, '.unfinished-old'), 0, 0)
  await store.tidy()
  expect(await store.list()).toEqual([])
  expect((await readdir(folder)).toSorted()).toEqual(['.unfinished-new', 'notes.txt'])
})

test.for([
  ['is not there', { bucket: 'elsewhere' }],
  ['does not know the key', { accessKeyId: 'wrong' }],
  ['knows another secret', { secretAccessKey: 'wrong' }],
  ['does not answer', { endpoint: 'http://127.0.0.1:1' }],
] as const)('a bucket that %s takes no photo, and the error holds no secret', async ([, fault]) => {
  const store = openPhotoStore({ ...(await testBucket()), ...fault })
  const failure = await store.write(PEN, Buffer.from('pen')).catch((error: Error) => error)
  expect(failure).toMatchObject({ code: 'photos_unavailable', status: 503 })
  expect(`${failure} ${(failure as Error).cause}`).not.toMatch(/TESTKEY|test-secret|wrong/)
  await expect(store.list()).rejects.toMatchObject({ code: 'photos_unavailable' })
})

const S3 = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'shop',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'hidden',
}

test.for([
  ['no configuration', {}, { folder: '/srv/shop/photos' }],
  [
    'a bucket',
    S3,
    {
      endpoint: 'https://s3.example',
      bucket: 'shop',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'hidden',
    },
  ],
] as const)('with %s the photo store has the right location', ([, env, place]) => {
  expect(photoStoreLocation(readEnv({ DATA_DIR: '/srv/shop', ...env }))).toEqual(place)
})

test.for(Object.keys(S3))('a bucket without %s stops the start of the shop', (name) => {
  const readSettings = () => readEnv({ ...S3, [name]: '' })
  expect(readSettings).toThrow(`${name}: is needed for photos in a bucket`)
  expect(readSettings).not.toThrow(/hidden/)
})
