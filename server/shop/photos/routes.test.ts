import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addPhoto } from '#server/platform/media/photos.ts'
import { testApp } from '#server/testing/app.ts'

/** A shop with the photo `pen`, 1000 pixels wide. */
async function shopWithPhoto() {
  const shop = await testApp()
  const picture = sharp({
    create: {
      width: 1000,
      height: 500,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
  const photo = await addPhoto(shop.shop.photos, await picture.png().toBuffer(), 'pen')
  return { ...shop, photo }
}

test.for([
  ['pen.jpg', 'image/jpeg', 'jpeg', 1000],
  ['pen-160.webp', 'image/webp', 'webp', 160],
  ['pen-320.avif', 'image/avif', 'heif', 320],
  ['pen-1200.webp', 'image/webp', 'webp', 1000],
  ['pen-1200.jpeg', 'image/jpeg', 'jpeg', 1200],
  ['pen-160.jpeg', 'image/jpeg', 'jpeg', 160],
] as const)('/images/%s has the type and width of its name', async ([name, type, format, width]) => {
  const { get } = await shopWithPhoto()
  // The first request makes the variant, the second may read it from memory.
  for (const reply of [await get(`/images/${name}`), await get(`/images/${name}`)]) {
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, type])
    expect(Number(reply.headers['content-length'])).toBe(reply.rawPayload.length)
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format, width })
  }
})

test('a photo is cacheable for a year and cannot run scripts', async () => {
  const { get } = await shopWithPhoto()
  const { headers } = await get('/images/pen-160.webp')
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
})

test.for(['pen.jpg', 'pen-160.webp'])('a browser that has %s gets 304', async (name) => {
  const { app, get } = await shopWithPhoto()
  const { etag } = (await get(`/images/${name}`)).headers
  for (const tag of [`${etag}`, `W/${etag}`, `"another", ${etag}`, '*']) {
    const again = await app.inject({ url: `/images/${name}`, headers: { 'if-none-match': tag } })
    expect([again.statusCode, again.rawPayload.length], tag).toEqual([304, 0])
  }
  const other = await app.inject({ url: `/images/${name}`, headers: { 'if-none-match': '"other"' } })
  expect(other.statusCode).toBe(200)
})

test.for([
  'cup.jpg',
  'cup-480.avif',
  'pen-481.avif',
  'pen-480.gif',
  'pen-99999999999.avif',
  'pen.avif',
  'pen',
  'pen.JPG',
  '..%2Fpen.jpg',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  'pen.jpg%00',
  '.unfinished-1',
])('the photo %s is not found', async (name) => {
  const { get, folder } = await shopWithPhoto()
  await writeFile(join(folder, '.unfinished-1'), 'half')
  const reply = await get(`/images/${name}`)
  expect(reply.statusCode).toBe(404)
  expect((await readdir(folder)).toSorted()).toEqual(['.unfinished-1', 'pen.jpg'])
})

test('a variant with many concurrent requests is made once and stored', async () => {
  const { get, folder } = await shopWithPhoto()
  const replies = await Promise.all(Array.from({ length: 20 }, () => get('/images/pen-480.webp')))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  expect((await readdir(folder)).toSorted()).toEqual(['pen-480.webp', 'pen.jpg'])
  const { ino } = await stat(join(folder, 'pen-480.webp'))
  await get('/images/pen-480.webp')
  expect((await stat(join(folder, 'pen-480.webp'))).ino).toBe(ino)
})

test('HEAD of a photo sends no body', async () => {
  const { app } = await shopWithPhoto()
  for (const name of ['pen.jpg', 'pen-160.webp']) {
    const reply = await app.inject({ method: 'HEAD', url: `/images/${name}` })
    expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, 0])
    expect(Number(reply.headers['content-length'])).toBeGreaterThan(0)
  }
})
