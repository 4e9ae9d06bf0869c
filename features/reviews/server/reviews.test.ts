import { eq, sql } from 'drizzle-orm'
import { Window } from 'happy-dom'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { photoIdOf } from '#server/platform/media/file-names.ts'
import { removeUnusedPhotos } from '#server/shop/photos/cleanup.ts'
import { images, products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { signedLink } from '#server/shop/secrets/signed-links.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { listenForChanges } from '#server/site/listen-for-changes.ts'
import { servePages } from '#server/site/pages.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, family, product, user } from '#server/testing/factories.ts'
import { emptyPng, HEIC, noise, ofClaimedSize, PAYLOAD } from '#server/testing/photo-files.ts'
import { ONE_PIXEL_GIF } from '#server/testing/uploads.ts'
import { reviewAsks, reviewPhotos, reviews } from '../schema.ts'
import { askedOrder, review, shippedOrder } from '../testing/factories.ts'
import { showOverdueReviews } from './admin-reviews.ts'
import { reviewsCsv } from './archive-file.ts'

type Overrides = Parameters<typeof testApp>[0]

/** A shop with its pages, in which buyers write by links. */
async function reviewShop(overrides: Overrides = {}) {
  const shop = await testApp(overrides)
  const { app, db, put } = shop
  await servePages(app, { ...shop.shop, fresh: () => false, owns: [] })
  const seller = await admin(db)
  const write = (link: string, written: object[] = [{}], name = 'Marta') =>
    put('/api/reviews/written', { link, name, reviews: written.map((one) => ({ line: 0, stars: 5, ...one })) })
  const upload = (link: string, payload: Buffer, type = 'image/jpeg') =>
    app.inject({
      method: 'POST',
      url: '/api/reviews/photos',
      headers: { 'content-type': type, 'x-review-link': link },
      payload,
    })
  /** The page of a product as a browser without scripts shows it, and its structured data. */
  const productPage = async (slug: string) => {
    const { body } = await shop.get(`/products/${slug}`)
    const { document } = new Window()
    document.write(body)
    const [script] = [...document.querySelectorAll('script[type="application/ld+json"]')]
    const [thing] = JSON.parse(script?.textContent ?? '{}')['@graph'] ?? []
    return { body, thing, section: document.querySelector('[aria-labelledby=buyer-reviews]') }
  }
  return { ...shop, seller, write, upload, productPage }
}

const photo = () =>
  noise(60, 40)
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer()

test('in the archive of the shop a review has the day of the shop', async () => {
  const { db } = await testApp()
  await saveSettings(db, { timeZone: 'Pacific/Kiritimati' })
  for (const hour of ['09', '11']) await review(db, { createdAt: new Date(`2026-03-04T${hour}:00Z`) })
  const chunks: string[] = []
  for await (const chunk of reviewsCsv(db)) chunks.push(chunk)
  const days = chunks
    .join('')
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.slice(0, 10))
  expect(days).toEqual(['2026-03-04', '2026-03-05'])
})

test('a review is on the page of its piece at once, with its photo, and in structured data', async () => {
  const { db, write, upload, productPage, get } = await reviewShop()
  const mug = await product(db, { name: 'Tide Mug' })
  expect((await productPage(mug.slug)).thing.aggregateRating).toBeUndefined()
  const { link } = await askedOrder(db, { products: [mug] })
  const uploaded = await upload(link, await photo())
  expect(uploaded.statusCode).toBe(201)
  const { Location } = uploaded.json()
  const reply = await write(link, [{ stars: 4, words: 'Warm in the hand.\nI love it.', photos: [Location] }])
  expect([reply.statusCode, reply.json().pieces[0].review.state]).toEqual([200, 'shown'])
  await review(db, { productId: mug.id, order: { products: [mug] }, stars: 5 })

  const { thing, section } = await productPage(mug.slug)
  expect(section?.textContent).toContain('Warm in the hand.')
  expect(section?.querySelector('img')?.getAttribute('src')).toBe(Location)
  expect(section?.querySelector('[role=img][aria-label="4 of 5 stars"]')).not.toBeNull()
  expect(thing.aggregateRating).toEqual({ '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 2 })
  expect(thing.review).toHaveLength(2)
  expect(thing.review[1]).toMatchObject({ author: { name: 'Marta' }, reviewRating: { ratingValue: 4 } })
  expect((await get('/reviews')).body).toContain('Warm in the hand.')
  expect((await get('/')).body).not.toContain('aggregateRating')

  const stored = await sharp((await get(Location)).rawPayload).metadata()
  expect([stored.format, stored.exif]).toEqual(['jpeg', undefined])
})

test('a sold piece, and one that was deleted, keep their reviews on the page of all', async () => {
  const { db, get } = await reviewShop()
  expect((await get('/reviews')).body).toContain('Nobody has written a review yet.')
  expect((await get('/sitemap.xml')).body).not.toContain('/reviews')
  const bowl = await product(db, { name: 'Moon Bowl', oneOfAKind: true, qty: 0 })
  await review(db, { order: { products: [bowl] }, words: 'The glaze!' })
  expect((await get('/reviews')).body).toContain(`href="/products/${bowl.slug}"`)
  expect((await get('/sitemap.xml')).body).toContain('/reviews<')
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, bowl.id))
  const { body } = await get('/reviews')
  expect(body).toContain('The glaze!')
  expect(body).toContain('Moon Bowl')
  expect(body).not.toContain(`/products/${bowl.slug}`)
  expect([(await get('/reviews/page/2')).statusCode, (await get('/reviews/page/x')).statusCode]).toEqual([404, 404])
})

test('cached pages show a review as soon as it is written, changed, hidden and shown again', async () => {
  const shop = await testApp()
  const { app, db, get, put, url } = shop
  const { clear } = await servePages(app, { ...shop.shop, fresh: () => true, owns: [] })
  const changes = await listenForChanges(url, clear)
  onTestFinished(changes.stop)
  const { token } = await admin(db)
  const mug = await product(db)
  const { link } = await askedOrder(db, { products: [mug] })
  const pages = [`/products/${mug.slug}`, '/reviews', `/api/products/${mug.slug}`]
  const showing = async (words: string) =>
    (await Promise.all(pages.map((path) => get(path)))).map(({ body }) => body.includes(words))
  const write = (words: string) =>
    put('/api/reviews/written', { link, name: 'Marta', reviews: [{ line: 0, stars: 5, words }] })
  const [all, none] = [Array(3).fill(true), Array(3).fill(false)]
  expect(await showing('Warm')).toEqual(none)
  await write('Warm.')
  await expect.poll(() => showing('Warm')).toEqual(all)
  await write('Cool.')
  await expect.poll(() => showing('Cool')).toEqual(all)
  const [row] = await db.select().from(reviews)
  await put(`/api/reviews/${row?.id}`, { hiddenFor: 'spam' }, token)
  await expect.poll(() => showing('Cool')).toEqual(none)
  await put(`/api/reviews/${row?.id}`, { hiddenFor: null }, token)
  await expect.poll(() => showing('Cool')).toEqual(all)
})

test('the review of a choice stands on the page of its product', async () => {
  const { db, write, productPage } = await reviewShop()
  const shirt = await family(db, { name: 'Shirt' })
  const { link } = await askedOrder(db, { products: shirt.choices.slice(0, 1) })
  await write(link, [{ words: 'Fits well.' }])
  const { section, thing } = await productPage(shirt.slug)
  expect(section?.textContent).toContain('Fits well.')
  expect(thing).toMatchObject({ '@type': 'ProductGroup', aggregateRating: { reviewCount: 1 } })
})

const NOT_SHOWN_AT_ONCE: [string, string][] = [
  ['a link', 'Cheaper at https://pots.example/mug'],
  ['an address without a scheme', 'See mypots.com'],
  ['a disguised address', 'See mypots (dot) com'],
  ['an address in wide letters', 'See ｍｙｐｏｔｓ．ｃｏｍ'],
  ['a link in Markdown', '[here](javascript:alert)'],
  ['an email address', 'Write to ann@pots.example'],
  ['a disguised email address', 'Write to ann (at) pots.example'],
  ['a handle', 'I sell the same, @anns.pots'],
  ['a phone number', 'Call me: (303) 555-0199'],
  ['a street', 'She lives at 12 Old Mill Road'],
  ['abuse', 'What a fucking mess'],
  ['disguised abuse', 'What a sh1t'],
  ['accented abuse', 'What a shït'],
  ['a threat', 'I will kill you'],
]

test.for(NOT_SHOWN_AT_ONCE)(
  'a review with %s waits for the seller, and after a week shows by itself',
  async ([, words]) => {
    const { db, write, productPage, get, seller } = await reviewShop()
    const mug = await product(db)
    const { link } = await askedOrder(db, { products: [mug] })
    const reply = await write(link, [{ words }])
    expect([reply.statusCode, reply.json().pieces[0]?.review.state]).toEqual([200, 'waiting'])
    expect((await productPage(mug.slug)).section).toBeNull()
    expect((await get('/api/admin/waiting', seller.token)).json().counts.reviews).toBe(1)
    expect(await showOverdueReviews(db)).toBe(0)
    await db.update(reviews).set({ waitsSince: sql`now() - interval '7 days'` })
    expect(await showOverdueReviews(db)).toBe(1)
    const { section, body } = await productPage(mug.slug)
    expect(section?.textContent).toContain(words)
    expect(section?.querySelectorAll('a:not([href="/reviews"])')).toHaveLength(0)
    expect(body).not.toContain('href="https://pots.example')
  },
)

const SHOWN_AT_ONCE: [string, string][] = [
  ['one star and hard words', 'Broke after 2 days. Terrible, I hate it, never again!'],
  ['numbers', 'Ordered 3 in 2025 and 12 in 2026: 4.5 inches wide, $1,250.00 in all.'],
  ['a missing space', 'So nice.Me and my sister use it daily.'],
  ['another script', 'とても気に入りました。 אני אוהב את זה'],
  ['an innocent word', 'Scunthorpe, Dickens, cocktail, assess, class, Shitake'],
  ['emoji', '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️'],
  ['a script', PAYLOAD],
  ['the end of structured data', '</script><script>alert(1)</script><!--'],
  ['JSON', '"},{"@type":"Offer","price":"0"}'],
]

test.for(SHOWN_AT_ONCE)('a review with %s is shown at once, as the text that it is', async ([, words]) => {
  const { db, write, productPage } = await reviewShop()
  const mug = await product(db)
  const { link } = await askedOrder(db, { products: [mug] })
  expect((await write(link, [{ words, stars: 1 }])).json().pieces[0].review.state).toBe('shown')
  const { body, section, thing } = await productPage(mug.slug)
  expect(section?.textContent).toContain(words)
  expect(section?.querySelector('script')).toBeNull()
  expect(body).not.toContain('<script>alert')
  expect(thing.review[0].reviewBody).toBe(words)
  expect(thing.offers.price).toBe('5.00')
})

const REFUSED: [string, object, string?][] = [
  ['a sign that turns the direction of text', { words: 'Good \u202Edoog' }],
  ['isolates of direction', { words: 'Good \u2066 doog' }],
  ['a pile of accents', { words: `Z${'\u0301\u0302\u0303\u0304\u0305'.repeat(20)}algo` }],
  ['a null byte', { words: 'Good\0' }],
  ['too many words', { words: 'x'.repeat(2_001) }],
  ['no stars', { stars: 0 }],
  ['six stars', { stars: 6 }],
  ['half a star', { stars: 4.5 }],
  ['stars in words', { stars: 'five' }],
  ['five photos', { photos: Array(5).fill('/images/x.jpg') }],
  ['a name in piles of accents', {}, `Z${'\u0301'.repeat(9)}`],
  ['a name on two lines', {}, 'Ann\nAdmin'],
  ['a long name', {}, 'x'.repeat(61)],
  ['no name', {}, '  '],
]

test.for(REFUSED)('a review with %s is refused', async ([, fields, name]) => {
  const { db, write } = await reviewShop()
  const { link } = await askedOrder(db)
  const reply = await write(link, [fields], name)
  expect([reply.statusCode, reply.json().code, await db.$count(reviews)]).toEqual([400, 'invalid_request', 0])
})

type Shop = Awaited<ReturnType<typeof reviewShop>>
type Asked = Awaited<ReturnType<typeof askedOrder>>

const WRONG_LINKS: [string, (shop: Shop, order: Asked) => Promise<string>][] = [
  ['is forged', async (_, { id }) => `${id}.${'A'.repeat(43)}`],
  ['has another order in it', async ({ db }, { link }) => link.replace(/^[^.]+/, (await askedOrder(db)).id)],
  ['was signed for something else', async ({ db }, { id }) => signedLink(db, 'placed', id)],
  ['is of an order that nobody asked about', async ({ db }) => signedLink(db, 'review', (await shippedOrder(db)).id)],
  ['is empty', async () => ''],
  ['is not text of ours', async () => `' or 1=1 --`],
  [
    'is of a refunded order',
    async ({ db }, { id, link }) => {
      await db.update(orders).set({ refundedCents: 500 }).where(eq(orders.id, id))
      return link
    },
  ],
  [
    'is of a deleted order',
    async ({ db }, { id, link }) => {
      await db.update(orders).set({ deletedAt: new Date() }).where(eq(orders.id, id))
      return link
    },
  ],
  [
    'is half a year old',
    async ({ db }, { link }) => {
      await db.update(reviewAsks).set({ createdAt: sql`now() - interval '181 days'` })
      return link
    },
  ],
]

test.for(WRONG_LINKS)('a link that %s opens, writes and uploads nothing', async ([, linkOf]) => {
  const shop = await reviewShop()
  const { db, post, write, upload } = shop
  const link = await linkOf(shop, await askedOrder(db))
  const replies = [await post('/api/reviews/opened', { link }), await write(link), await upload(link, await photo())]
  expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual(Array(3).fill([410, 'link_gone']))
  expect([await db.$count(reviews), await db.$count(images)]).toEqual([0, 0])
})

test('guesses of links are limited', async () => {
  const { post } = await reviewShop({ rateLimits: true })
  const statuses = []
  for (let guess = 0; guess < 22; guess++)
    statuses.push((await post('/api/reviews/opened', { link: `guess-${guess}` })).statusCode)
  expect([statuses[0], statuses[19], statuses[20]]).toEqual([410, 410, 429])
})

test('a line that is not in the order is refused, with the reviews beside it', async () => {
  const { db, write } = await reviewShop()
  const { link } = await askedOrder(db)
  const reply = await write(link, [{}, { line: 7 }])
  expect([reply.statusCode, await db.$count(reviews)]).toEqual([404, 0])
})

test('two windows that save at once leave one review of each piece', async () => {
  const { db, write } = await reviewShop()
  const { link } = await askedOrder(db, { products: [await product(db), await product(db)] })
  const replies = await Promise.all(
    ['first', 'second', 'third'].map((words) => write(link, [{ words }, { line: 1, words }])),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const rows = await db.select({ line: reviews.line, words: reviews.words }).from(reviews).orderBy(reviews.line)
  expect(rows.map(({ line }) => line)).toEqual([0, 1])
  expect(rows[0]?.words).toBe(rows[1]?.words)
})

test('a review can be changed for 30 days, and a new link in its words has it wait', async () => {
  const { db, write, post } = await reviewShop()
  const { link } = await askedOrder(db)
  await write(link, [{ words: 'Good.' }])
  expect((await write(link, [{ words: 'Good, see pots.com', stars: 3 }])).json().pieces[0].review).toMatchObject({
    ...{ state: 'waiting', stars: 3 },
  })
  expect((await write(link, [{ words: 'Good.' }])).json().pieces[0].review.state).toBe('shown')
  await db.update(reviews).set({ createdAt: sql`now() - interval '31 days'` })
  expect((await write(link, [{ words: 'Bad.' }])).json().code).toBe('review_closed')
  expect((await post('/api/reviews/opened', { link })).json().pieces[0].review).toMatchObject({
    ...{ words: 'Good.', isEditable: false },
  })
})

test('the seller answers a review, and hides one for a reason; what she hid stays hidden when it is changed', async () => {
  const { db, write, get, put, seller, productPage } = await reviewShop()
  const mug = await product(db)
  const { link } = await askedOrder(db, { products: [mug] })
  await write(link, [{ words: 'My neighbor is odd.' }])
  const [{ _id: id }] = (await get('/api/reviews', seller.token)).json().reviews
  const change = async (fields: object) => (await put(`/api/reviews/${id}`, fields, seller.token)).statusCode
  expect(await change({ reply: 'Thank you!' })).toBe(200)
  expect((await productPage(mug.slug)).section?.textContent).toContain('Thank you!')
  expect([await change({ hiddenFor: 'low_rating' }), await change({ reply: 'x'.repeat(1_001) })]).toEqual([400, 400])
  expect(await change({ hiddenFor: 'off_topic' })).toBe(200)
  expect((await productPage(mug.slug)).section).toBeNull()
  expect((await write(link, [{ words: 'My neighbor is fine.' }])).json().pieces[0].review).toMatchObject({
    ...{ state: 'hidden', hiddenFor: 'off_topic' },
  })
  const list = (await get('/api/reviews?show=hidden&keyword=neighbor', seller.token)).json()
  expect([list.counts, list.total]).toEqual([{ waiting: 0, hidden: 1 }, 1])
  expect(await change({ hiddenFor: null })).toBe(200)
  expect((await productPage(mug.slug)).section?.textContent).toContain('My neighbor is fine.')
})

test('what the seller has let through stays shown while its words stay', async () => {
  const { db, write, put, seller } = await reviewShop()
  const { link } = await askedOrder(db)
  await write(link, [{ words: 'See pots.com' }])
  const [row] = await db.select().from(reviews)
  await put(`/api/reviews/${row?.id}`, { hiddenFor: null }, seller.token)
  expect((await write(link, [{ words: 'See pots.com', stars: 2 }])).json().pieces[0].review.state).toBe('shown')
})

const FILES: [string, () => Promise<Buffer>, number, string?][] = [
  ['a text', async () => Buffer.from('Dear shop, this is a photo.'), 415],
  ['a page', async () => Buffer.from(`<!doctype html>${PAYLOAD}`), 415],
  ['a drawing with a script', async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${PAYLOAD}</svg>`), 415],
  ['an HEIC, whose type says JPEG', async () => HEIC, 415],
  ['an HEIC', async () => HEIC, 415, 'image/heic'],
  ['an AVIF', () => noise(40, 30).avif().toBuffer(), 415],
  ['a GIF', async () => ONE_PIXEL_GIF, 415],
  ['nothing', async () => Buffer.alloc(0), 415],
  ['three bytes of a JPEG', async () => Buffer.from('ffd8ff', 'hex'), 415],
  ['half a JPEG', async () => (await photo()).subarray(0, 400), 422],
  ['a JPEG that claims 60,000 pixels on each side', async () => ofClaimedSize(await photo(), 60_000, 60_000), 422],
  ['a PNG of 100 megapixels', async () => emptyPng(10_000, 10_000), 422],
  ['more than 8 MB', async () => Buffer.alloc(8 * 2 ** 20 + 1, 0xff), 413],
]

test.for(FILES)('%s as a photo is refused, and nothing is stored', async ([, file, status, type]) => {
  const { db, upload } = await reviewShop()
  const { link } = await askedOrder(db)
  const reply = await upload(link, await file(), type)
  expect(reply.statusCode).toBe(status)
  expect([await db.$count(images), await db.$count(reviewPhotos)]).toEqual([0, 0])
})

test('a review takes no photo of another order, of a product, or from elsewhere', async () => {
  const { db, write, upload } = await reviewShop()
  const [mine, theirs] = [await askedOrder(db), await askedOrder(db)]
  const { Location: own } = (await upload(mine.link, await photo())).json()
  const { Location: stranger } = (await upload(theirs.link, await photo())).json()
  const photos = [stranger, 'https://evil.example/x.jpg', '/images/../../etc/passwd', own]
  const [piece] = (await write(mine.link, [{ photos }])).json().pieces
  expect(piece.review.photos.map(({ Location }: { Location: string }) => Location)).toEqual([own])
})

test('photos that no review shows are deleted after a day, and those of reviews stay', async () => {
  const { db, write, upload, shop } = await reviewShop()
  const { link } = await askedOrder(db)
  const locations: string[] = []
  for (let count = 0; count < 3; count++) locations.push((await upload(link, await photo())).json().Location)
  const [kept, removed, never] = locations
  await write(link, [{ photos: [kept, removed] }])
  await write(link, [{ photos: [kept] }])
  expect(await removeUnusedPhotos(db, shop.photos)).toBe(0)
  await db.update(images).set({ unusedSince: sql`now() - interval '25 hours'` })
  expect(await removeUnusedPhotos(db, shop.photos)).toBe(2)
  expect((await db.select().from(images)).map(({ id }) => id)).toEqual([photoIdOf(kept ?? '')])
  expect(await db.$count(reviewPhotos)).toBe(1)
  expect(never).toBeDefined()
})

test('a buyer cannot fill the disk with photos that no review has', async () => {
  const { db, upload } = await reviewShop()
  const { link, id } = await askedOrder(db)
  const plain = { width: 1, height: 1, placeholder: '' }
  const rows = await db.insert(images).values(Array(40).fill(plain)).returning({ imageId: images.id })
  await db.insert(reviewPhotos).values(rows.map((row) => ({ ...row, orderId: id })))
  expect((await upload(link, await photo())).json().code).toBe('photos_too_many')
})

test('with its writer a review leaves all pages, and its photos the shop', async () => {
  const { db, write, upload, productPage, shop, seller, remove } = await reviewShop()
  const mug = await product(db)
  const account = await user(db)
  const { id, link } = await askedOrder(db, { products: [mug] })
  await db.update(orders).set({ userId: account.user.id }).where(eq(orders.id, id))
  await write(link, [{ words: 'Mine.', photos: [(await upload(link, await photo())).json().Location] }])
  expect((await productPage(mug.slug)).body).toContain('Mine.')
  expect((await remove(`/api/users/${account.user.id}`, seller.token)).statusCode).toBe(200)
  expect((await productPage(mug.slug)).section).toBeNull()
  expect(await db.$count(reviews, eq(reviews.orderId, id))).toBe(0)
  expect(await removeUnusedPhotos(db, shop.photos)).toBe(1)
  expect((await write(link)).statusCode).toBe(410)
})
