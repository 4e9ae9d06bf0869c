import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PHOTO_MAX_BYTES, PHOTOS_PER_UPLOAD, UploadedImages } from '#contract/admin/uploads.ts'
import type { Context } from '#server/platform/context.ts'
import { images } from '#server/shop/schema/catalog.ts'
import { testApp } from '#server/testing/app.ts'
import { admin } from '#server/testing/factories.ts'
import { timeOf } from '#server/testing/faults.ts'
import { emptyPng, IMPOSTORS, longGif, noise, ofClaimedSize, PAYLOAD, polyglots } from '#server/testing/photo-files.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { ONE_PIXEL_GIF, type UploadFile, uploadRequest } from '#server/testing/uploads.ts'

/** A shop with an admin who uploads photos. */
async function shopWithAdmin(overrides: Partial<Context> = {}) {
  const shop = await testApp(overrides)
  const { token } = await admin(shop.db)
  const send = (payload: string | Buffer, headers: Record<string, string>) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/products/uploadImage',
      headers: { authorization: `Bearer ${token}`, ...headers },
      payload,
    })
  const upload = (...files: UploadFile[]) => {
    const { headers, body } = uploadRequest(files)
    return send(body, headers)
  }
  /** Fails when a row or a file was stored. */
  const expectNothing = async () => expect([await shop.db.$count(images), await readdir(shop.folder)]).toEqual([0, []])
  return { ...shop, send, upload, expectNothing }
}

test('uploaded photos are returned in the order of the request', async () => {
  const { db, get, upload } = await shopWithAdmin()
  const sizes = [30, 10, 20]
  const files = await Promise.all(sizes.map(async (width) => ({ bytes: await noise(width, 9).png().toBuffer() })))
  const reply = await upload(...files)
  expect(reply.statusCode).toBe(201)
  const uploads = UploadedImages.parse(reply.json())
  expect(uploads.map(({ width, height, alt }) => [width, height, alt])).toEqual(sizes.map((width) => [width, 9, '']))
  for (const { Location, width } of uploads) {
    const response = await get(Location)
    expect([response.statusCode, (await sharp(response.rawPayload).metadata()).width]).toEqual([200, width])
  }
  const rows = await db.select().from(images)
  expect(rows.map(({ productId, bytes }) => [productId, bytes > 0])).toEqual(sizes.map(() => [null, true]))
})

test.for([
  ['no file', [], 400, 'invalid_request'],
  ['another field', [{ bytes: ONE_PIXEL_GIF, field: 'photo' }], 400, 'invalid_request'],
  ['a page', [{ bytes: Buffer.from('<!doctype html>') }], 415, 'photo_unsupported'],
  ['half a GIF', [{ bytes: ONE_PIXEL_GIF.subarray(0, 30) }], 422, 'photo_unreadable'],
  ['a file one byte too large', [{ bytes: Buffer.alloc(PHOTO_MAX_BYTES + 1) }], 413, 'photo_too_large'],
  ['one file too many', Array(PHOTOS_PER_UPLOAD + 1).fill({ bytes: ONE_PIXEL_GIF }), 413, 'photos_too_many'],
  ['1,000 parts', Array(1_000).fill({ bytes: ONE_PIXEL_GIF }), 413, 'photos_too_many'],
  ['a field name of a megabyte', [{ bytes: ONE_PIXEL_GIF, field: 'a'.repeat(2 ** 20) }], 413, 'photos_too_many'],
] as const)('%s is refused with a message and leaves no file', { tags: ['U5'] }, async ([, files, status, code]) => {
  const { upload, expectNothing } = await shopWithAdmin()
  const reply = await upload(...files)
  expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  expect(reply.json().message).toMatch(/^.+\.$/)
  await expectNothing()
})

test.for([
  ['no boundary', 'multipart/form-data', 'anything', 400],
  ['another boundary', 'multipart/form-data; boundary=other', uploadRequest([{ bytes: ONE_PIXEL_GIF }]).body, 400],
  [
    'no end',
    'multipart/form-data; boundary=boutique-boundary',
    uploadRequest([{ bytes: ONE_PIXEL_GIF }]).body.subarray(0, -30),
    400,
  ],
  ['no parts', 'multipart/form-data; boundary=b', '', 400],
  ['JSON', 'application/json', '{"Image":[]}', 415],
  ['the image as the body', 'image/gif', ONE_PIXEL_GIF, 415],
] as const)('an upload with %s is refused', { tags: ['U5'] }, async ([, type, body, status]) => {
  const { send, expectNothing } = await shopWithAdmin()
  const reply = await send(body, { 'content-type': type })
  expect([reply.statusCode, typeof reply.json().message]).toEqual([status, 'string'])
  await expectNothing()
})

test('one bad photo among five rejects all, and the error names it', async () => {
  const { upload, expectNothing } = await shopWithAdmin()
  const good = { bytes: ONE_PIXEL_GIF }
  const reply = await upload(good, good, { name: 'notes.jpg', bytes: Buffer.from('notes') }, good, good)
  const message = 'Choose a JPEG, PNG, HEIC, WebP, AVIF or GIF file.'
  expect(reply.statusCode).toBe(415)
  expect(reply.json()).toEqual({
    code: 'photo_unsupported',
    message: `notes.jpg: ${message}`,
    issues: [{ path: 'notes.jpg', message }],
  })
  await expectNothing()
})

test('a file that is no image is refused, and of an image with a second format inside only the image is stored', {
  tags: ['U2'],
}, async ({ task }) => {
  const { upload, get, expectNothing } = await shopWithAdmin()
  for (const [name, bytes] of Object.entries(IMPOSTORS))
    expect([name, (await upload({ name, bytes })).statusCode]).toEqual([name, expect.toBeOneOf([415, 422])])
  await expectNothing()
  const files = await polyglots()
  let keptCount = 0
  for (const [name, bytes] of Object.entries(files)) {
    const reply = await upload({ name, bytes })
    expect([name, reply.statusCode]).toEqual([name, expect.toBeOneOf([201, 415, 422])])
    if (reply.statusCode !== 201) continue
    keptCount++
    const [{ Location }] = reply.json()
    for (const path of [Location, Location.replace('.jpg', '-160.webp'), Location.replace('.jpg', '-160.avif')]) {
      const text = (await get(path)).rawPayload.toString('latin1')
      for (const trace of ['script', 'payload', 'doctype', PAYLOAD, 'PK\x03\x04']) expect(text).not.toContain(trace)
    }
  }
  expect(keptCount).toBeGreaterThan(8)
  const count = Object.keys(IMPOSTORS).length + Object.keys(files).length
  figure(
    task,
    `${count} files: ${count - keptCount} refused, ${keptCount} stored as photos without a byte of the payload`,
  )
})

test.for([
  ['a PNG of 900 megapixels', () => emptyPng(30_000, 30_000), 422],
  ['a PNG of 900 megapixels with all its rows', () => emptyPng(30_000, 30_000, 30_000), 422],
  ['a JPEG of 100 megapixels', async () => ofClaimedSize(await noise(100, 100).jpeg().toBuffer(), 10_000, 10_000), 422],
  ['a GIF of 10,000 frames', () => longGif(10_000), 201],
  ['a PNG with fewer rows than its header says', () => emptyPng(5_000, 5_000), 422],
] as const)('%s is answered sooner than a photo is stored', { tags: ['U3'] }, async ([, make, status], { task }) => {
  const bytes = await make()
  const photo = await noise(2_000, 1_500).jpeg().toBuffer()
  const { upload } = await shopWithAdmin()
  // The first image loads the image library.
  await upload({ bytes: ONE_PIXEL_GIF })
  const stored = await timeOf(() => upload({ bytes: photo }))
  const { ms, outcome } = await timeOf(() => upload({ bytes }))
  expect([stored.outcome.statusCode, outcome.statusCode]).toEqual([201, status])
  // Refusing takes at most a tenth of storing; decoding 900 megapixels takes several times as long.
  expect(ms / stored.ms).toBeLessThan(1)
  figure(
    task,
    `${(bytes.length / 1024).toFixed(0)} kB answered ${status} within ${ms.toFixed(0)} ms, a photo within ${stored.ms.toFixed(0)} ms`,
  )
})

test('an animation is stored as its first frame', { tags: ['U3'] }, async () => {
  const { upload, get } = await shopWithAdmin()
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  for (const moving of [
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
    await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer(),
  ]) {
    const [{ Location }] = (await upload({ bytes: moving })).json()
    const { dominant } = await sharp((await get(Location)).rawPayload).stats()
    expect([dominant.r > 200, dominant.b < 60]).toEqual([true, true])
  }
})

test('archives are never unpacked', { tags: ['U4'] }, async ({ task }) => {
  const { send, upload, expectNothing } = await shopWithAdmin()
  const bomb = gzipSync(Buffer.alloc(50 * 2 ** 20))
  const { headers, body } = uploadRequest([{ bytes: ONE_PIXEL_GIF }])
  for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, identity'])
    expect((await send(gzipSync(body), { ...headers, 'content-encoding': encoding })).statusCode).toBe(415)
  for (const name of ['bomb.gz', 'bomb.svgz', 'bomb.jpg'])
    expect((await upload({ name, bytes: bomb })).statusCode).toBeOneOf([415, 422])
  await expectNothing()
  figure(task, `5 encodings of a body and a gzip bomb of 50 MB under 3 names, all refused`)
})

const NAMES = [
  '../../x.jpg',
  '..\\..\\x.jpg',
  '/etc/passwd',
  'a\0.jpg',
  'a'.repeat(4_096),
  'pïn 🖊️.jpg',
  '\u202egpj.exe',
  'con',
  '.htaccess',
  'x.php',
  'hero.jpg',
  '%2e%2e%2fx.jpg',
  '<img src=x onerror=alert(1)>.jpg',
]

test('the name of an uploaded file never affects the place where it is stored', { tags: ['U6'] }, async ({ task }) => {
  const { upload, folder } = await shopWithAdmin()
  for (const name of NAMES) {
    const [{ Location }] = (await upload({ name, bytes: ONE_PIXEL_GIF })).json()
    expect(Location).toMatch(/^\/images\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.jpg$/)
    const refusal = await upload({ name, bytes: Buffer.from('no picture') })
    expect(refusal.statusCode).toBe(415)
    expect(refusal.json().message.length).toBeLessThan(200)
    expect(refusal.json().message).not.toMatch(/\p{Cc}/u)
  }
  const fileNames = await readdir(folder)
  expect(fileNames.filter((name) => !/^[\da-f-]{36}\.jpg$/.test(name))).toEqual([])
  expect(fileNames.length).toBe(NAMES.length)
  figure(task, `${NAMES.length} names, each file under a random one`)
})

test('browsers never run an uploaded file, and nobody can list the files', {
  tags: ['U7'],
}, async ({ task }) => {
  const { upload, get } = await shopWithAdmin()
  const [{ Location }] = (await upload({ name: 'x.html', bytes: ONE_PIXEL_GIF, type: 'text/html' })).json()
  const forms = ['.jpg', '-160.avif', '-1200.webp'].map((ending) => Location.replace('.jpg', ending))
  for (const path of forms) {
    const { statusCode, headers } = await get(path)
    expect([path, statusCode]).toEqual([path, 200])
    expect(headers['content-type']).toMatch(/^image\/(jpeg|avif|webp)$/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  }
  for (const path of ['/images', '/images/', '/images/.', '/images/%2e'])
    expect([path, (await get(path)).statusCode]).toEqual([path, 404])
  figure(task, `${forms.length} forms with all headers, no listing`)
})

test('no camera or location metadata is stored', { tags: ['U8'] }, async ({ task }) => {
  const { upload, folder } = await shopWithAdmin()
  const gps = { GPSLatitude: '41/1 52/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '87/1 37/1 0/1' }
  const photoWithPlace = () => noise(60, 40).withExif({ IFD0: { Make: 'Phone', Artist: 'Zi' }, IFD3: gps })
  const photoWithProfile = noise(60, 40).withIccProfile('p3')
  const photoFiles = [
    await photoWithPlace().jpeg().toBuffer(),
    await photoWithPlace().webp().toBuffer(),
    await photoWithPlace().png().toBuffer(),
    await photoWithPlace().avif({ effort: 0 }).toBuffer(),
    await photoWithProfile.jpeg().toBuffer(),
    withLargeProfile(await noise(60, 40).jpeg().toBuffer()),
  ]
  for (const bytes of photoFiles) expect((await upload({ bytes })).statusCode).toBe(201)
  for (const name of await readdir(folder)) {
    const { exif, icc, xmp, iptc, orientation } = await sharp(join(folder, name)).metadata()
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
  }
  figure(task, `${photoFiles.length} photos, 0 tags left in any`)
})

/** A color profile of two megabytes without content, in as many segments as it needs. */
function withLargeProfile(jpeg: Buffer) {
  const segments = Array.from({ length: 32 }, (_, index) => {
    const head = Buffer.from([0xff, 0xe2, 0xff, 0xff])
    return Buffer.concat([head, Buffer.from('ICC_PROFILE\0'), Buffer.from([index + 1, 32]), Buffer.alloc(65_519, 0x41)])
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

test('a damaged photo is either refused or shown', { tags: ['U9'] }, async ({ task }) => {
  const { upload } = await shopWithAdmin({ photosQuota: Number.POSITIVE_INFINITY })
  const picture = () => noise(64, 48)
  const pictures = await Promise.all([
    picture().jpeg().toBuffer(),
    picture().jpeg({ progressive: true }).toBuffer(),
    picture().png().toBuffer(),
    picture().webp().toBuffer(),
    picture().avif({ effort: 0 }).toBuffer(),
    picture().gif().toBuffer(),
  ])
  const statuses = new Map<number, number>()
  const count = runs(150, 2_000)
  let slowest = 0
  for (let run = 0; run < count; run++) {
    const startedAt = performance.now()
    const { statusCode } = await upload({ bytes: damage(pictures[run % pictures.length] ?? ONE_PIXEL_GIF) })
    slowest = Math.max(slowest, performance.now() - startedAt)
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  expect([...statuses.keys()].filter((status) => ![201, 415, 422].includes(status))).toEqual([])
  if (isLong) expect(slowest).toBeLessThan(10_000)
  const counts = [...statuses].toSorted().map(([status, times]) => `${times} × ${status}`)
  figure(task, `${count} damaged pictures: ${counts.join(', ')}, the slowest ${slowest.toFixed(0)} ms`)
})

/** The image with some bytes changed, missing or repeated. */
function damage(bytes: Buffer) {
  const any = (below: number) => Math.floor(Math.random() * below)
  let result = Buffer.from(bytes)
  for (let wounds = 1 + any(8); wounds > 0; wounds--) {
    const [at, length] = [any(result.length), any(40)]
    const kind = any(4)
    if (kind === 0) result[at] = any(256)
    else if (kind === 1) result.fill(any(2) * 255, at, Math.min(at + length, result.length))
    else if (kind === 2) result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)])
    else result = Buffer.concat([result.subarray(0, at + length), result.subarray(at)])
  }
  return result
}

test('a full quota refuses the next photo, also among many concurrent ones', {
  tags: ['U10'],
}, async ({ task }) => {
  const rounds = runs(1, 12)
  const first = await shopWithAdmin()
  await first.upload({ bytes: ONE_PIXEL_GIF })
  const [{ bytes } = { bytes: 0 }] = await first.db.select().from(images)
  const { db, folder, upload } = await shopWithAdmin({ photosQuota: 3.5 * bytes })
  for (let round = 1; round <= rounds; round++) {
    await db.delete(images)
    const replies = await Promise.all(Array.from({ length: 8 }, () => upload({ bytes: ONE_PIXEL_GIF })))
    const refusals = replies.filter(({ statusCode }) => statusCode !== 201)
    expect(refusals.map(({ statusCode, json }) => [statusCode, json().code])).toEqual(
      Array(5).fill([507, 'photos_full']),
    )
    // The daily cleanup removes the files of earlier rounds.
    expect([await db.$count(images), (await readdir(folder)).length]).toEqual([3, 3 * round])
  }
  const [one] = await db.select().from(images).limit(1)
  await db.delete(images).where(eq(images.id, one?.id ?? ''))
  expect((await upload({ bytes: ONE_PIXEL_GIF })).statusCode).toBe(201)
  figure(task, `${rounds} × 8 uploads at once into room for 3: 3 stored, 5 × 507 each time`)
})

test('a phone photo is stored upright, without its location, and small enough for a grid', {
  tags: ['U8'],
}, async ({ task }) => {
  const { upload, get } = await shopWithAdmin()
  const mug = new URL('../../../demo/photos/maker.jpg', import.meta.url).pathname
  // A photo taken upright: the sensor is landscape, and a tag gives the rotation.
  const phonePhoto = await sharp(mug)
    .resize(4032, 3024, { fit: 'cover' })
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '41/1 52/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer()
  const [{ Location, width, height }] = (await upload({ name: 'IMG_0001.JPG', bytes: phonePhoto })).json()
  expect([width, height]).toEqual([2400, 3200])
  const sizes: string[] = []
  for (const format of ['avif', 'webp']) {
    const { rawPayload } = await get(Location.replace('.jpg', `-480.${format}`))
    const { exif, orientation, ...metadata } = await sharp(rawPayload).metadata()
    expect([metadata.width, metadata.height, exif, orientation]).toEqual([480, 640, undefined, undefined])
    expect(rawPayload.length).toBeLessThanOrEqual(60 * 1024)
    sizes.push(`${format} ${(rawPayload.length / 1024).toFixed(0)} kB`)
  }
  figure(
    task,
    `${(phonePhoto.length / 2 ** 20).toFixed(1)} MB, 12 megapixels, became ${sizes.join(' and ')} at 480 pixels`,
  )
})
