import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { eq, getTableName, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { discounts } from '#features/discounts/schema.ts'
import { pastOrder } from '#features/history/testing/factories.ts'
import { sale } from '#features/sales/testing/factories.ts'
import { secrets } from '#server/platform/db/schema.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { readCsv } from '#server/platform/lib/read-csv.ts'
import { categories } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { adminLinks, apiKeys, mailedTokens, sessions, users } from '#server/shop/schema/users.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import {
  admin,
  apiKey,
  category,
  collection,
  coupon,
  family,
  image,
  product,
  textPage,
  user,
} from '#server/testing/factories.ts'
import { filesInZip } from '#server/testing/unzipped.ts'
import { exportFile } from './export-file.ts'

/** A shop with a photo, a page, a paid order of a customer, and an admin with an API key. */
async function soldShop() {
  const shop = await testCheckout()
  const { db, post } = shop
  const owner = await admin(db, { isApi: true })
  const mug = await product(db, { name: '=Mug', slug: 'mug', qty: 5 })
  const photo = await image(db, mug.id)
  await shop.shop.photos.write({ id: photo.id }, Buffer.from('a photo'))
  await textPage(db, { slug: 'about' })
  const order = await shop.placed(mug)
  expect((await shop.pay(order)).statusCode).toBe(200)
  await post(`/api/orders/${order._id}/refund`, { amount: 2 }, owner.token)
  const archive = async (what: 'shop' | 'products', body: object | undefined) => {
    const { url } = (await post(`/api/exports/${what}`, body, owner.token)).json<{ url: string }>()
    const file = await shop.get(url)
    expect(file.statusCode, file.body.slice(0, 200)).toBe(200)
    return { url, file, files: await filesInZip(file.rawPayload) }
  }
  return { ...shop, owner, mug, photo, order, archive }
}

test('products are downloaded with their photos, which the file names', async () => {
  const { archive, get } = await soldShop()
  const { url, file, files } = await archive('products', { format: 'shopify' })
  expect(file.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="products-shopify-\d{4}-\d\d-\d\d\.zip"$/),
  })
  expect([...files.keys()]).toEqual(['products.csv', 'mug-1.jpg'])
  expect(String(files.get('products.csv'))).toContain(',mug-1.jpg,1,')
  expect(String(files.get('mug-1.jpg'))).toBe('a photo')
  // The address is of this one file.
  expect((await get(url.replace('format=shopify', 'format=etsy'))).statusCode).toBe(404)
  expect((await get(url.replace('/products/', '/shop/'))).statusCode).toBe(404)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
  onTestFinished(() => void vi.restoreAllMocks())
  expect((await get(url)).statusCode).toBe(404)
})

test('a file for WooCommerce has its columns, and a row for each variation, which names its product', async () => {
  const { db, get, owner } = await soldShop()
  await family(db, { name: '=Cup', slug: 'cup', axes: ['Size', 'Glaze'], description: '<p>Two\nlines</p>' }, [
    { choice: ['Small', 'Sea, deep'], priceCents: 2000, qty: 3, sku: 'cup' },
    { choice: ['Large', 'Moon'], priceCents: 2500, qty: 0, sku: '' },
  ])
  const text = (await get('/api/products/export?format=woocommerce', owner.token)).body
  const [headings, ...rows] = await readCsv(text, (line) => new Error(`Line ${line} is no CSV.`))
  const cells = rows.map((row) => Object.fromEntries(row.cells.map((cell, at) => [headings?.cells[at], cell])))
  const of = (type: string) => cells.filter((row) => row.Type === type)
  expect(of('simple')).toMatchObject([{ Name: "'=Mug", 'Regular price': '5.00', 'Sale price': '', Published: '1' }])
  expect(of('variable')).toMatchObject([
    {
      ...{ SKU: 'cup-variations', Name: "'=Cup", Description: '<p>Two\\nlines</p>', 'Regular price': '', Stock: '' },
      ...{ 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': 'Small, Large', 'Attribute 1 visible': '1' },
      ...{ 'Attribute 2 name': 'Glaze', 'Attribute 2 value(s)': 'Sea\\, deep, Moon', 'Attribute 2 global': '0' },
    },
  ])
  expect(of('variation')).toMatchObject([
    {
      ...{
        SKU: 'cup',
        Parent: 'cup-variations',
        Stock: '3',
        'In stock?': '1',
        'Regular price': '20.00',
        Position: '1',
      },
      ...{ 'Attribute 1 value(s)': 'Small', 'Attribute 2 value(s)': 'Sea\\, deep' },
    },
    { SKU: '', Parent: 'cup-variations', Stock: '0', 'In stock?': '0', 'Attribute 2 value(s)': 'Moon', Position: '2' },
  ])
})

test('the whole shop is one archive, with a file that says what is in it', async () => {
  const { db, archive, photo, order, owner, mug } = await soldShop()
  const past = await pastOrder(db, owner.user.id, { productId: mug.id, words: 'Warm, "round".' })
  await pastOrder(db, owner.user.id, { email: 'bo@example.com' })
  const { files } = await archive('shop', undefined)
  expect([...files.keys()]).toEqual([
    'README.txt',
    ...['products/products.csv', 'products/mug-1.jpg'],
    ...['orders/orders.csv', 'orders/order-items.csv', 'orders/refunds.csv', 'customers/customers.csv'],
    ...['shop/sales.json', 'shop/discounts.json', 'orders/returns.csv'],
    ...['history/past-orders.csv', 'history/past-order-items.csv', 'history/past-reviews.csv'],
    'orders/reviews.csv',
    'pages/about.md',
    ...['settings', 'look', 'categories', 'collections', 'coupons'].map((name) => `shop/${name}.json`),
  ])
  const text = (name: string) => String(files.get(name))
  for (const folder of ['products/', 'orders/', 'customers/', 'history/', 'pages/', 'shop/'])
    expect(text('README.txt')).toContain(folder)
  expect(text('orders/orders.csv')).toMatch(/\r\n\d+,/)
  expect(text('orders/order-items.csv').split('\r\n')[1]).toMatch(/^\d+,[^,]+,[^,]+,'=Mug,,SKU-\d+,1,5,5,0$/)
  expect(text('orders/refunds.csv').split('\r\n')[1]).toMatch(
    /^\d+,[\d: -]{19},2,[\d.]+,[\d.]+,(Done|Under way),Shop,$/,
  )
  expect(JSON.parse(text('shop/settings.json'))).toMatchObject({ name: expect.any(String) })
  expect(text('customers/customers.csv')).toContain(order.user.email)
  const { number } = past.order
  expect(text('history/past-orders.csv').split('\r\n')).toHaveLength(4)
  expect(text('history/past-orders.csv')).toContain(
    `etsy,${number},2024-03-05,Ann Li,ann@example.com,Ann Li,"1 Main St\nTroy NY 12180",,USD,,,,,25,`,
  )
  expect(text('history/past-order-items.csv')).toContain(`etsy,${number},1,Moon Mug,,,1,25,mug\r\n`)
  expect(text('history/past-reviews.csv')).toContain('etsy,2024-03-05,Ann Li,5,"Warm, ""round"".",mug,No\r\n')
  expect(String(files.get('products/mug-1.jpg'))).toBe('a photo')
  expect(photo.id).toBeTruthy()
})

test('the archive has every condition of a coupon, and names its goods as its other files do', async () => {
  const { db, archive, mug } = await soldShop()
  await category(db, 'mugs')
  await db.update(categories).set({ label: 'Mugs and cups' }).where(eq(categories.name, 'mugs'))
  const { id, slug } = await collection(db, { name: 'Gifts' })
  const rule = { categories: ['mugs'], collections: [id], products: [mug.id] }
  const days = { starts: '2026-05-01', expires: '2026-05-31' }
  const terms = { notOnSale: true, maxUses: 20, perPerson: true, ...days }
  await coupon(db, { code: 'SPRING', amountCents: 0, percentBp: 1250, rule, minGoodsCents: 4000, ...terms })
  await coupon(db, { code: 'PLAIN', amountCents: 250 })
  const { files } = await archive('shop', undefined)
  expect(JSON.parse(String(files.get('shop/coupons.json')))).toEqual([
    {
      ...{ code: 'SPRING', amount: 0, percent: 12.5, minGoods: 40, ...terms },
      only: { categories: ['Mugs and cups'], collections: [slug], products: ['mug'] },
      ...{ oneTime: false, freeShip: false, taxFree: false, draft: false },
    },
    expect.objectContaining({ code: 'PLAIN', amount: 2.5, percent: null, only: null, minGoods: 0, maxUses: null }),
  ])
})

test('the archive has discounts without a code and sales, and names their goods as its other files do', async () => {
  const { db, archive, mug } = await soldShop()
  const gathered = await collection(db, { name: 'Autumn', slug: 'autumn' }, [mug])
  const rule = { categories: [], collections: [gathered.id], products: [mug.id] }
  await db.insert(discounts).values({ name: 'Two mugs', percentBp: 1250, minGoodsCents: 4000, rule, draft: false })
  const times = { startsAt: new Date('2026-11-27T08:00:00Z'), endsAt: new Date('2026-11-30T08:00:00Z') }
  const planned = await sale(db, { name: 'Weekend', priceCents: 1950, isForAll: false, ...times }, [
    { collectionId: gathered.id },
    { productId: mug.id },
  ])
  await sale(db, { name: 'Everything', ...times })
  const { files } = await archive('shop', undefined)
  const read = (name: string) => JSON.parse(String(files.get(`shop/${name}.json`)))
  const only = { categories: [], collections: ['autumn'], products: ['mug'] }
  expect(read('discounts')).toEqual([
    {
      ...{ name: 'Two mugs', amount: 0, percent: 12.5, only, notOnSale: false, minGoods: 40 },
      ...{ starts: null, expires: null, draft: false },
    },
  ])
  const when = { startsAt: '2026-11-27T08:00:00.000Z', endsAt: '2026-11-30T08:00:00.000Z', state: planned.state }
  expect(read('sales')).toEqual([
    { name: 'Weekend', percent: null, price: 19.5, only, ...when },
    { name: 'Everything', percent: 20, price: null, only: null, ...when },
  ])
})

test('no password, no token and no key is in the archive of the whole shop, nor a hash of one', async () => {
  const { db, archive, owner, get } = await soldShop()
  const { key } = await apiKey(db, owner)
  await sharedSecret(db, 'request links')
  await get('/')
  const { files } = await archive('shop', undefined)
  const all = Buffer.concat([...files.values()]).toString('latin1')
  const hiddenColumns: [string, string][] = []
  for (const [table, columns] of [
    [users, ['password_hash']],
    [sessions, ['token_hash']],
    [apiKeys, ['key_hash', 'prefix']],
    [mailedTokens, ['token_hash']],
    [adminLinks, ['key_hash']],
    [secrets, ['value']],
    [orders, ['request_hash']],
  ] as const)
    for (const column of columns) {
      const { rows } = await db.execute<{ value: string | null }>(
        sql`select ${sql.identifier(column)} as value from ${table} where ${sql.identifier(column)} is not null`,
      )
      hiddenColumns.push(
        ...rows.map(({ value }): [string, string] => [`${getTableName(table)}.${column}`, value ?? '']),
      )
    }
  for (const plain of [owner.token, key])
    hiddenColumns.push(['a token', plain], ['its hash', createHash('sha256').update(plain).digest('hex')])
  expect(new Set(hiddenColumns.map(([where]) => where)).size).toBeGreaterThan(6)
  expect(hiddenColumns.filter(([, value]) => all.includes(value)).map(([where]) => where)).toEqual([])
  expect(all).not.toContain('$argon2')
})

test('an archive needs a sign-in of the last 15 minutes, and no API key opens an archive', async () => {
  const { db, post, owner } = await soldShop()
  const { key } = await apiKey(db, owner)
  for (const what of ['shop', 'products']) expect((await post(`/api/exports/${what}`, {}, key)).statusCode).toBe(403)
  await db.update(sessions).set({ createdAt: sql`now() - interval '16 minutes'` })
  for (const what of ['shop', 'products'])
    expect((await post(`/api/exports/${what}`, {}, owner.token)).json()).toMatchObject({ code: 'sign_in_again' })
})

test('archives are sent at once only to a few, and one that is left is done', async () => {
  const { app, post, owner } = await soldShop()
  const origin = await app.listen()
  const open = async () => {
    const { url } = (await post('/api/exports/shop', undefined, owner.token)).json<{ url: string }>()
    const abortion = new AbortController()
    const answer = await fetch(origin + url, { signal: abortion.signal })
    return { answer, leave: () => abortion.abort() }
  }
  // Nobody reads the first two.
  const [one, two] = [await open(), await open()]
  expect([one.answer.status, two.answer.status]).toEqual([200, 200])
  one.leave()
  await two.answer.arrayBuffer()
  const later = async () => {
    const { answer } = await open()
    await answer.arrayBuffer()
    return answer.status
  }
  await expect.poll(later).toBe(200)
})

test('a browser that leaves before its archive begins leaves room for another one', async () => {
  const { app, db, post, owner } = await soldShop()
  const origin = await app.listen()
  const address = async () =>
    origin + (await post('/api/exports/shop', undefined, owner.token)).json<{ url: string }>().url
  const leaveEarly = async () => {
    const archive = await address()
    const abortion = new AbortController()
    const connectionEnd = new Promise((resolve) => {
      app.server.once('request', (_, response) => {
        response.once('close', resolve)
        abortion.abort()
      })
    })
    await db.transaction(async (tx) => {
      // The check of an address waits for its secret.
      await tx.execute(sql`lock table ${secrets}`)
      await expect(fetch(archive, { signal: abortion.signal })).rejects.toThrow(/aborted/)
      await connectionEnd
    })
  }
  await leaveEarly()
  await leaveEarly()
  const later = async () => {
    const answer = await fetch(await address())
    await answer.arrayBuffer()
    return answer.status
  }
  await expect.poll(later).toBe(200)
})

test('files of orders, items, refunds and customers hold the days of the shop that are asked for', async () => {
  const { db, get, owner, order } = await soldShop()
  await user(db, { name: '+Grace', email: 'grace@shopper.example' })
  await db.execute(sql`update orders set created_at = '2026-03-01T04:30:00Z'`)
  await db.execute(sql`update users set created_at = '2026-03-01T04:30:00Z' where email <> 'grace@shopper.example'`)
  await db.execute(sql`update refunds set created_at = '2026-03-01T04:30:00Z'`)
  const rows = async (path: string) => {
    const reply = await get(path, owner.token)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.body.trim().split('\r\n').slice(1)
  }
  // It is still February in the shop.
  for (const path of ['/api/orders/export', '/api/orders/export/items', '/api/orders/export/refunds'])
    expect([
      (await rows(`${path}?from=2026-02-28&to=2026-02-28`)).length,
      (await rows(`${path}?from=2026-03-01`)).length,
      (await rows(`${path}?to=2026-02-27`)).length,
    ]).toEqual([1, 0, 0])
  const customers = await rows('/api/users/export')
  expect(customers.map((row) => row.split(',').slice(0, 3).join(','))).toContain(`'+Grace,grace@shopper.example,Yes`)
  expect((await rows('/api/users/export?to=2026-02-28')).some((row) => row.includes(order.user.email))).toBe(true)
  expect(await rows('/api/users/export?to=2026-02-27')).toEqual([])
  expect((await get('/api/users/export?from=2026-03-02&to=2026-03-01', owner.token)).statusCode).toBe(400)
})

test('customers of one email address are one row, and guests who never paid are none', async () => {
  const { db, get, owner, order } = await soldShop()
  await db.execute(sql`
    insert into users (name, email, is_guest)
    select 'Guest', at || '@guest.example', true from generate_series(1, 1200) at
    union all select 'Guest', upper(${order.user.email}), true from generate_series(1, 3)`)
  const lines = (await get('/api/users/export', owner.token)).body.trim().split('\r\n')
  expect(lines.filter((line) => line.includes('Guest'))).toEqual([])
  expect(lines.filter((line) => line.includes(order.user.email))).toEqual([
    expect.stringMatching(/^[^,]+,[^,]+,Yes,[^,]+,1,[\d.]+,/),
  ])
})

test('the owner’s command writes whatever can be exported into a new file, or nothing', async () => {
  const { shop } = await soldShop()
  const folder = await mkdtemp(join(tmpdir(), 'boutique-export-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = (name: string) => join(folder, name)
  await exportFile(shop, 'shop', path('shop.zip'))
  expect([...(await filesInZip(await readFile(path('shop.zip')))).keys()]).toContain('README.txt')
  await exportFile(shop, 'square', path('items.csv'))
  expect(await readFile(path('items.csv'), 'utf8')).toContain("'=Mug")
  await exportFile(shop, 'orders', path('orders.csv'), '2020-01-01', '2020-12-31')
  expect((await readFile(path('orders.csv'), 'utf8')).trim().split('\r\n')).toHaveLength(1)
  await expect(exportFile(shop, 'orders', path('orders.csv'))).rejects.toThrow(/already exists/)
  await expect(exportFile(shop, 'everything', path('all.zip'))).rejects.toThrow(/nothing that can be exported/)
  await expect(exportFile(shop, 'shop', path('no/shop.zip'))).rejects.toThrow(/cannot be written/)
  await expect(exportFile(shop, 'orders', path('o.csv'), 'May')).rejects.toThrow(
    /^May is not a day\. Enter a day as in/,
  )
  const reversedDays = exportFile(shop, 'orders', path('o.csv'), '2026-02-01', '2026-01-01')
  await expect(reversedDays).rejects.toThrow('The last day must not be before the first.')
  await expect(exportFile(shop, 'orders', 'README.md')).rejects.toThrow(`${resolve('README.md')} already exists`)
  await expect(exportFile(shop, 'etsy', path('e.csv'), '2026-01-01')).rejects.toThrow(/for all days/)
})
