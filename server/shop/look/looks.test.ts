import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { EditedLook, Look } from '#contract/admin/look.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import { removeUnusedLogos, removeUnusedPhotos } from '#server/shop/photos/cleanup.ts'
import { images } from '#server/shop/schema/catalog.ts'
import { logos, looks } from '#server/shop/schema/look.ts'
import { testApp } from '#server/testing/app.ts'
import { user } from '#server/testing/factories.ts'
import { uploadRequest } from '#server/testing/uploads.ts'
import { DEFAULT_LOOK } from './looks.ts'

const DAY_MS = 86_400_000

/** A shop, its admin, and the calls of the look. */
async function lookShop() {
  const shop = await testApp()
  const { token } = await user(shop.db, { isAdmin: true })
  const editedLook = async () => (await shop.get('/api/look', token)).json<EditedLook>()
  const save = async (look: Partial<Look>) => {
    const { look: before, version } = await editedLook()
    return shop.put('/api/look', { look: { ...before, ...look }, version }, token)
  }
  const publish = async () => shop.post('/api/look/publish', { version: (await editedLook()).version }, token)
  const upload = async (bytes: Buffer, url = '/api/products/uploadImage') => {
    const { body, headers } = uploadRequest([{ bytes }])
    const request = {
      method: 'POST' as const,
      url,
      payload: body,
      headers: { ...headers, authorization: `Bearer ${token}` },
    }
    return (await shop.app.inject(request)).json()
  }
  const shopInfo = async () => (await shop.get('/api/shop')).json<ShopInfo>()
  return { ...shop, token, edited: editedLook, save, publish, upload, shopInfo }
}

const photoFile = () => readFile(new URL('../../../demo/photos/maker.jpg', import.meta.url))
const notice = (text: string) => ({ text, path: '/shop', from: null, to: null })

test('a draft is in no public answer until it is published', async () => {
  const { save, publish, edited, shopInfo } = await lookShop()
  expect(await edited()).toMatchObject({ look: DEFAULT_LOOK, isDraft: false, history: [] })

  expect((await save({ notice: notice('Open studio on Saturday') })).json()).toMatchObject({ isDraft: true })
  expect((await shopInfo()).notice).toBeNull()

  expect((await publish()).json()).toMatchObject({ isDraft: false, history: [] })
  expect((await shopInfo()).notice).toEqual({ text: 'Open studio on Saturday', path: '/shop' })
})

test('a look that was stored before there was a dark mode follows the device, and can be always light', async () => {
  const { save, publish, edited, db } = await lookShop()
  const { darkMode, ...older } = DEFAULT_LOOK
  await db.insert(looks).values({ look: { ...older, fonts: 'gentle' } as Look, publishedAt: new Date() })
  expect((await edited()).look).toEqual({ ...DEFAULT_LOOK, fonts: 'gentle', darkMode })
  await save({ fonts: 'gentle' })
  expect((await edited()).isDraft, 'nothing has changed').toBe(false)
  await save({ darkMode: 'off' })
  await publish()
  expect(await edited()).toMatchObject({ look: { darkMode: 'off' }, isDraft: false })
})

test('the last ten looks can be restored', async () => {
  const { save, publish, edited, shopInfo, post, token, db } = await lookShop()
  for (let number = 1; number <= 12; number++) {
    await save({ notice: notice(`Notice ${number}`) })
    await publish()
  }
  const { history, version } = await edited()
  expect(history).toHaveLength(10)
  expect(await db.$count(looks)).toBe(11)
  const oldest = history.at(-1)?.id
  const back = await post(`/api/look/${oldest}/publish`, { version }, token)
  expect(back.statusCode).toBe(200)
  expect((await shopInfo()).notice?.text).toBe('Notice 2')
  expect((await post(`/api/look/${oldest}/publish`, { version }, token)).statusCode, 'an outdated version').toBe(409)
})

test('a draft can be discarded, and an edit of an outdated version is refused', async () => {
  const { save, edited, post, put, token } = await lookShop()
  const { look, version } = await edited()
  await save({ fonts: 'gentle' })
  expect((await put('/api/look', { look, version }, token)).json()).toMatchObject({ code: 'look_changed' })
  const draft = await edited()
  const response = await post('/api/look/discard', { version: draft.version }, token)
  expect(response.json()).toMatchObject({ isDraft: false, look: { fonts: 'warm' } })
  expect((await post('/api/look/publish', { version: response.json().version }, token)).json()).toMatchObject({
    code: 'look_changed',
  })
})

test('two admins who save at once: one of them is told', async () => {
  const { edited, put, token } = await lookShop()
  const { look, version } = await edited()
  const saves = ['gentle', 'clear', 'modern', 'elegant'].map((fonts) =>
    put('/api/look', { look: { ...look, fonts }, version }, token),
  )
  const statuses = (await Promise.all(saves)).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
})

test('colors on which nothing is readable are refused with the closest background', async () => {
  const { save } = await lookShop()
  const refusal = await save({ accent: '#336699', background: '#888888' })
  expect(refusal.statusCode).toBe(422)
  expect(refusal.json().message).toMatch(/The closest that works is #[\da-f]{6}\.$/)
})

test.for<[string, object]>([
  ['a color that is a style', { accent: 'red;}body{display:none' }],
  ['a color of three digits', { background: '#fff' }],
  ['typefaces that the shop does not have', { fonts: 'comic' }],
  [
    'a button that leads elsewhere',
    { hero: { ...DEFAULT_LOOK.hero, button: { label: 'Go', path: '//evil.example' } } },
  ],
  ['a button with a script', { hero: { ...DEFAULT_LOOK.hero, button: { label: 'Go', path: 'javascript:alert(1)' } } }],
  ['a headline on two lines', { hero: { ...DEFAULT_LOOK.hero, title: 'One\ntwo' } }],
  ['a headline without end', { hero: { ...DEFAULT_LOOK.hero, title: 'x'.repeat(81) } }],
  ['a notice with a path to another site', { notice: { ...notice('Sale'), path: '/\\evil.example' } }],
  ['a notice that ends before it begins', { notice: { ...notice('Sale'), from: '2026-12-02', to: '2026-12-01' } }],
  ['a section twice', { home: ['story', 'story'] }],
  ['three letters', { mark: { kind: 'monogram', letters: 'ABC' } }],
  ['markup for letters', { mark: { kind: 'monogram', letters: '<b' } }],
])('%s is refused', async ([, look]) => {
  const { save, edited } = await lookShop()
  expect((await save(look)).statusCode).toBe(400)
  expect((await edited()).isDraft).toBe(false)
})

test('the shop knows the sizes of its photos, and refuses those of others', async () => {
  const { save, upload } = await lookShop()
  const [image] = await upload(await photoFile())
  const photo = { ...image, alt: 'The kiln', focus: { x: 10, y: 20 } }
  const response = await save({
    storyPhoto: { ...photo, width: 1, height: 1, placeholder: 'url(https://evil.example)' },
  })
  expect(response.json().look.storyPhoto).toEqual(photo)
  const elsewhere = { ...photo, Location: '/images/01990000-0000-7000-8000-000000000000.jpg' }
  expect((await save({ storyPhoto: elsewhere })).json()).toMatchObject({ code: 'look_refused' })
})

test('cleanup deletes photos and logos of no look, and no others', async () => {
  const { db, shop, save, publish, upload, get } = await lookShop()
  const [[hero], [story], [unusedPhoto]] = [
    await upload(await photoFile()),
    await upload(await photoFile()),
    await upload(await photoFile()),
  ]
  const focus = { x: 50, y: 50 }
  const png = await sharp({ create: { width: 600, height: 200, channels: 4, background: '#20405080' } })
    .png()
    .toBuffer()
  const [logo, unusedLogo] = [await upload(png, '/api/look/logo'), await upload(png, '/api/look/logo')]
  await save({ hero: { ...DEFAULT_LOOK.hero, photo: { ...hero, focus } }, mark: { kind: 'logo', ...logo } })
  await publish()
  await save({ storyPhoto: { ...story, focus } })
  const old = new Date(Date.now() - 2 * DAY_MS)
  await db.update(images).set({ unusedSince: old })
  await db.update(logos).set({ createdAt: old })

  expect(await removeUnusedPhotos(db, shop.photos)).toBe(1)
  await removeUnusedLogos(db)
  expect((await get(hero.Location)).statusCode).toBe(200)
  expect((await get(story.Location)).statusCode).toBe(200)
  expect((await get(unusedPhoto.Location)).statusCode).toBe(404)
  expect((await get(`/logos/${logo.logo}.png`)).statusCode).toBe(200)
  expect((await get(`/logos/${unusedLogo.logo}.png`)).statusCode).toBe(404)
})

test('a logo is made small, and stays transparent', async () => {
  const { upload, get, save } = await lookShop()
  const png = await sharp({ create: { width: 2400, height: 1200, channels: 4, background: '#20405000' } })
    .png()
    .toBuffer()
  const logo = await upload(png, '/api/look/logo')
  expect(logo).toMatchObject({ width: 320, height: 160 })
  const response = await get(`/logos/${logo.logo}.png`)
  expect(response.headers['content-type']).toBe('image/png')
  expect((await sharp(response.rawPayload).stats()).isOpaque).toBe(false)
  expect((await save({ mark: { kind: 'logo', ...logo } })).statusCode).toBe(200)
})

test.for<[string, () => Promise<Buffer> | Buffer, string]>([
  ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'photo_unsupported'],
  ['a text', () => Buffer.from('not a picture'), 'photo_unsupported'],
  [
    'one of 64 megapixels',
    () =>
      sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#fff' }, limitInputPixels: false })
        .png()
        .toBuffer(),
    'photo_unreadable',
  ],
])('a logo that is %s is refused', async ([, file, code]) => {
  const { upload, db } = await lookShop()
  expect(await upload(await file(), '/api/look/logo')).toMatchObject({ code })
  expect(await db.$count(logos)).toBe(0)
})

test('two logos at once, or none, are refused', async () => {
  const { app, token, db } = await lookShop()
  const png = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#204050' } })
    .png()
    .toBuffer()
  for (const files of [[{ bytes: png }, { bytes: png }], []]) {
    const { body, headers } = uploadRequest(files)
    const response = await app.inject({
      method: 'POST',
      url: '/api/look/logo',
      payload: body,
      headers: { ...headers, authorization: `Bearer ${token}` },
    })
    expect(response.json()).toMatchObject({ code: 'invalid_request', message: 'Choose one logo.' })
  }
  expect(await db.$count(logos)).toBe(0)
})

test('a look keeps a photo that it has, whatever became of its row', async () => {
  const { db, save, upload, edited } = await lookShop()
  const [image] = await upload(await photoFile())
  await save({ storyPhoto: { ...image, focus: { x: 50, y: 50 } } })
  const id = image.Location.slice('/images/'.length, -'.jpg'.length)
  await db.delete(images).where(eq(images.id, id))
  expect((await save({ fonts: 'clear' })).statusCode).toBe(200)
  expect((await edited()).look.storyPhoto?.Location).toBe(image.Location)
})
