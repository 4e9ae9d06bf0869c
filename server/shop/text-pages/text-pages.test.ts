import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { type AdminTextPage, BODY_MAX, STARTING_SLUGS, TITLE_MAX } from '#contract/admin/text-pages.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import { removeUnusedPhotos } from '#server/shop/photos/cleanup.ts'
import { images } from '#server/shop/schema/catalog.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { servePages } from '#server/site/pages.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, product, textPage } from '#server/testing/factories.ts'
import { ONE_PIXEL_GIF, uploadRequest } from '#server/testing/uploads.ts'
import { startingText } from './starting-texts.ts'

/** A shop that serves its pages, and an admin's calls. */
async function openShop() {
  const shop = await testApp()
  await servePages(shop.app, { ...shop.shop, fresh: () => false, owns: [] })
  const { token } = await admin(shop.db)
  const create = async (newPage: object) => (await shop.post('/api/pages', newPage, token)).json<AdminTextPage>()
  return {
    ...shop,
    token,
    create,
    save: (slug: string, update: object) => shop.put(`/api/pages/${slug}`, update, token),
    publish: (slug: string, text: object) => shop.put(`/api/pages/${slug}/published`, text, token),
    list: async () => (await shop.get('/api/pages', token)).json<AdminTextPage[]>(),
    linked: async () => (await shop.get('/api/shop')).json<ShopInfo>().pages,
    upload: async () => {
      const { body, headers } = uploadRequest([{ bytes: ONE_PIXEL_GIF }])
      const ownerHeaders = { ...headers, authorization: `Bearer ${token}` }
      const url = '/api/products/uploadImage'
      const [image] = (await shop.app.inject({ method: 'POST', url, headers: ownerHeaders, payload: body })).json()
      return image.Location as string
    },
  }
}

test('a page is a draft until it is published, and again when it is taken off the shop', async () => {
  const { create, save, publish, remove, get, linked, token } = await openShop()
  const { slug, state } = await create({ title: 'Gift Wrapping & Cards' })
  expect({ slug, state }).toEqual({ slug: 'gift-wrapping-cards', state: 'draft' })
  await save(slug, { body: 'Secret plans.' })
  expect((await get(`/pages/${slug}`)).statusCode).toBe(404)
  expect(await linked()).toEqual([])

  expect((await publish(slug, { title: 'Gift wrapping', body: '## Ribbons\n\nFree.' })).json()).toMatchObject({
    state: 'live',
    title: 'Gift wrapping',
  })
  expect(await linked()).toEqual([{ slug, title: 'Gift wrapping', place: 'footer' }])
  const { statusCode, body } = await get(`/pages/${slug}`)
  expect(statusCode).toBe(200)
  expect(body).toMatch(/<h1[^>]*>Gift wrapping<\/h1>/)
  expect(body).toMatch(/<h2[^>]*>Ribbons<\/h2>/)
  expect(body).toContain(`<link rel="canonical" href="http://shop.test/pages/${slug}"`)
  expect((await get('/sitemap.xml')).body).toContain(`<loc>http://shop.test/pages/${slug}</loc>`)

  expect((await remove(`/api/pages/${slug}/published`, token)).json()).toMatchObject({ state: 'draft' })
  expect((await get(`/pages/${slug}`)).statusCode).toBe(404)
  expect((await get('/sitemap.xml')).body).not.toContain('/pages/')
})

test('no byte of a draft is public', async () => {
  const { create, save, publish, get } = await openShop()
  const { slug } = await create({ title: 'Workshop' })
  await publish(slug, { title: 'Workshop', body: 'Old words.' })
  const savedPage = await save(slug, { title: 'Xylophone title', body: 'Quixotic words.' })
  expect(savedPage.json()).toMatchObject({ state: 'changed', title: 'Xylophone title' })
  await create({ title: 'Unheard page' })
  for (const path of [`/pages/${slug}`, '/', '/shop', '/contact', '/sitemap.xml', '/api/shop', '/cart', '/register']) {
    const { body } = await get(path)
    expect(body, path).not.toMatch(/xylophone|quixotic|unheard/i)
  }
  expect((await get(`/pages/${slug}`)).body).toContain('Old words.')
})

test('a page has one address', async () => {
  const { db, get } = await openShop()
  await textPage(db, { slug: 'care' })
  const { statusCode, headers } = await get('/pages/Care')
  expect({ statusCode, location: headers.location }).toEqual({ statusCode: 301, location: '/pages/care' })
  expect((await get('/PAGES/care/')).statusCode).toBe(200)
  for (const path of ['/pages/none', '/pages/%00', '/pages/..%2fcare', '/pages', '/pages/care/more'])
    expect((await get(path)).statusCode, path).toBe(404)
})

test('each starting text can be saved, and leaves gaps that keep it from being published', async () => {
  const { create, save, publish, post, token } = await openShop()
  for (const slug of STARTING_SLUGS) {
    const page = await create({ slug })
    expect(page, slug).toMatchObject({ slug, state: 'draft', place: 'footer' })
    expect((await save(slug, { title: page.title, body: page.body })).statusCode).toBe(200)
    const refusal = await publish(slug, { title: page.title, body: page.body })
    expect(refusal.statusCode, slug).toBe(422)
    expect(refusal.json()).toMatchObject({ code: 'page_refused', issues: [{ path: 'body' }] })
    expect(refusal.json().message).toMatch(/^Fill in or remove what is in square brackets .*: \[.+\]/)
    const filledBody = page.body.replaceAll(/\[([^\]]+)\](?!\()/g, '$1')
    expect((await publish(slug, { title: page.title, body: filledBody })).statusCode, slug).toBe(200)
    const { leftOut } = (await post('/api/pages/preview', { slug, body: page.body }, token)).json()
    expect(leftOut, slug).toEqual([])
  }
  expect((await post('/api/pages', { slug: 'returns' }, token)).json()).toMatchObject({ code: 'page_taken' })
})

test('a starting text has what the settings know', async () => {
  const { db, create } = await openShop()
  const postalAddress = '4 Mill Road\nMadison, WI 53703'
  await saveSettings(db, { name: 'Mara_Keramik', email: 'mara@keramik.example', postalAddress })
  const { body: terms } = await create({ slug: 'terms' })
  expect(terms).toContain('from Mara\\_Keramik, 4 Mill Road, Madison, WI 53703, mara@keramik.example.')
  expect(terms).not.toContain('[date]')
  const { body: imprint } = await create({ slug: 'imprint' })
  expect(imprint).toContain('Mara\\_Keramik\n4 Mill Road\nMadison, WI 53703\n\nEmail: mara@keramik.example\n')
})

test.for([
  ['an empty text', { title: 'Care', body: ' \n' }, 422, 'page_refused'],
  ['no title', { title: '  ', body: 'a' }, 400, 'invalid_request'],
  ['a long title', { title: 'a'.repeat(TITLE_MAX + 1), body: 'a' }, 400, 'invalid_request'],
  ['a long text', { title: 'Care', body: 'a'.repeat(BODY_MAX + 1) }, 400, 'invalid_request'],
  ['a null byte', { title: 'Care', body: 'a\0' }, 400, 'invalid_request'],
  ['10,000 levels', { title: 'Care', body: '>'.repeat(10_000) }, 400, 'invalid_request'],
  ['a megabyte', { title: 'Care', body: 'a'.repeat(1_000_000) }, 413, 'too_large'],
  ['another type', { title: 'Care', body: { $ne: 1 } }, 400, 'invalid_request'],
] as const)('%s is refused in a sentence, and the page stays as it was', async ([, text, status, code]) => {
  const { db, publish, save, list, get } = await openShop()
  await textPage(db, { slug: 'care', body: 'Wash by hand.' })
  const refusal = await publish('care', text)
  expect({ status: refusal.statusCode, code: refusal.json().code }).toEqual({ status, code })
  expect(refusal.json().message).toMatch(/\.$/)
  if (status === 400) expect((await save('care', text)).statusCode).toBe(400)
  expect(await list()).toMatchObject([{ title: 'Care', body: 'Wash by hand.', state: 'live' }])
  expect((await get('/pages/care')).body).toContain('Wash by hand.')
})

test('the second of two admins who edit the same page is told so', async () => {
  const { create, save, publish, list } = await openShop()
  const { slug, version } = await create({ title: 'Care' })
  expect((await save(slug, { body: 'By hand.', version })).statusCode).toBe(200)
  for (const refusal of [
    await save(slug, { body: 'In the dishwasher.', version }),
    await publish(slug, { title: 'Care', body: 'In the dishwasher.', version }),
  ])
    expect({ status: refusal.statusCode, ...refusal.json() }).toMatchObject({ status: 409, code: 'page_changed' })
  // Where a page is linked is no part of its text.
  expect((await save(slug, { place: 'header' })).json()).toMatchObject({ place: 'header', body: 'By hand.' })
  expect(await list()).toMatchObject([{ body: 'By hand.', state: 'draft' }])
})

test('two saves at once of the same version: one of them is refused', async () => {
  const { create, save } = await openShop()
  const { slug, version } = await create({ title: 'Care' })
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((body) => save(slug, { body, version })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
})

test('new pages get slugs of their own, also when they are made at once', async () => {
  const { create, list } = await openShop()
  await Promise.all(Array.from({ length: 4 }, () => create({ title: 'Zoë’s sizes' })))
  await create({ title: '年' })
  expect((await list()).map(({ slug }) => slug)).toEqual([
    ...['zoes-sizes', 'zoes-sizes-2', 'zoes-sizes-3', 'zoes-sizes-4'],
    'page',
  ])
})

test('a shop has at most 50 pages', async () => {
  const { db, post, token } = await openShop()
  for (let count = 0; count < 50; count++) await textPage(db)
  expect((await post('/api/pages', { title: 'One more' }, token)).json()).toMatchObject({ code: 'page_refused' })
})

test('the pages are linked in the order that an admin chose', async () => {
  const { db, put, linked, token } = await openShop()
  for (const slug of ['about', 'care', 'terms']) await textPage(db, { slug })
  const order = ['terms', 'about', 'care']
  expect((await put('/api/pages', { order }, token)).json()).toMatchObject(order.map((slug) => ({ slug })))
  expect((await linked()).map(({ slug }) => slug)).toEqual(order)
  for (const wrong of [
    ['terms', 'about'],
    ['terms', 'about', 'about'],
    [...order, 'none'],
  ])
    expect((await put('/api/pages', { order: wrong }, token)).json()).toMatchObject({ code: 'pages_changed' })
})

test('the header and the footer link what is published there', async () => {
  const { db, get } = await openShop()
  await textPage(db, { slug: 'about', title: 'About me', place: 'header' })
  await textPage(db, { slug: 'returns', title: 'Returns', place: 'footer' })
  await textPage(db, { slug: 'hidden', title: 'Hidden', place: 'none' })
  await textPage(db, { slug: 'draft', title: 'Draft', publishedAt: null })
  const { body } = await get('/contact')
  const html = body.slice(0, body.indexOf('id="state"'))
  const links = (part: string) => [...part.matchAll(/href="\/pages\/([^"]+)"/g)].map(([, slug]) => slug)
  const [top = '', footer = ''] = html.split('<footer')
  expect(links(footer)).toEqual(['about', 'returns'])
  expect(new Set(links(top))).toEqual(new Set(['about']))
  expect((await get('/pages/hidden')).statusCode).toBe(200)
})

test('a photo belongs to the page that shows it, and is deleted a day after it does no longer', async () => {
  const { db, shop, create, save, publish, get, post, remove, put, upload, token } = await openShop()
  const { slug } = await create({ title: 'About' })
  const location = await upload()
  const body = `![My table](${location})`
  expect((await post('/api/pages/preview', { slug, body }, token)).json()).toMatchObject({
    blocks: [{ type: 'photo', photo: { Location: location, alt: 'My table', width: 1 } }],
    leftOut: [],
  })
  await publish(slug, { title: 'About', body })
  expect((await get(`/pages/${slug}`)).body).toContain('alt="My table"')

  const passDay = () => db.update(images).set({ unusedSince: new Date(Date.now() - 2 * 86_400_000) })
  await passDay()
  expect(await removeUnusedPhotos(db, shop.photos)).toBe(0)
  // No product and no other page can take it.
  const pen = await product(db)
  const refusal = await put(`/api/products/${pen.id}`, { images: [{ Location: location, alt: '' }] }, token)
  expect(refusal.json()).toMatchObject({ code: 'product_refused' })
  const other = await create({ title: 'Care' })
  expect((await post('/api/pages/preview', { slug: other.slug, body }, token)).json()).toEqual({
    blocks: [],
    leftOut: [location],
  })
  // The draft goes without it, and visitors still see it.
  await save(slug, { body: 'No photo.' })
  await passDay()
  expect(await removeUnusedPhotos(db, shop.photos)).toBe(0)
  expect((await get(location)).statusCode).toBe(200)

  expect((await remove(`/api/pages/${slug}`, token)).statusCode).toBe(200)
  expect(await db.select().from(images).where(eq(images.pageSlug, slug))).toEqual([])
  expect(await removeUnusedPhotos(db, shop.photos)).toBe(0)
  await passDay()
  expect(await removeUnusedPhotos(db, shop.photos)).toBe(1)
})

test('a photo of a product does not become one of a page', async () => {
  const { db, create, publish, get } = await openShop()
  const pen = await product(db)
  const [photo] = await db
    .insert(images)
    .values({ productId: pen.id, width: 9, height: 9, placeholder: 'data:,' })
    .returning()
  const { slug } = await create({ title: 'About' })
  await publish(slug, { title: 'About', body: `Hello ![a](/images/${photo?.id}.jpg)` })
  expect((await get(`/pages/${slug}`)).body).not.toContain(photo?.id)
  expect(await db.$count(images, eq(images.productId, pen.id))).toBe(1)
})

test('calls on a page that is gone answer 404', async () => {
  const { get, put, remove, token } = await openShop()
  const text = { title: 'a', body: 'a' }
  for (const { statusCode } of [
    await get('/api/pages/none', token),
    await put('/api/pages/none', text, token),
    await put('/api/pages/none/published', text, token),
    await remove('/api/pages/none/published', token),
    await remove('/api/pages/none', token),
  ])
    expect(statusCode).toBe(404)
})

test.for(STARTING_SLUGS)(
  'the text that the page %s begins with names no goods of its own, but in a gap to fill',
  async (slug) => {
    const { title, body } = await startingText(slug, DEFAULT_SETTINGS)
    expect(`${title} ${body}`.replaceAll(/\[[^\]]*\]/g, '')).not.toMatch(
      /earring|jewel|hygien|candle|soap|mug|bowl|scarf/i,
    )
  },
)
