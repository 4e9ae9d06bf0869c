import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { addCategories } from '#app/server/demo/categories.ts'
import { fillDemoShop } from '#app/server/demo/demo-shop.ts'
import { PRODUCT_FORMATS, type ProductFormat } from '#contract/admin/exports.ts'
import type { ProductUpdate } from '#contract/admin/products.ts'
import { PRODUCT_FIELD_NAMES } from '#contract/admin/texts.ts'
import { exportFile } from '#features/exports/server/export-file.ts'
import { productsFile } from '#features/exports/server/products-file.ts'
import { DEMO_SETTINGS } from '#features/own-shop/server/demo-settings.ts'
import { readCsv } from '#server/platform/lib/read-csv.ts'
import { updateProduct } from '#server/shop/catalog/edit-product.ts'
import { insertProduct } from '#server/shop/catalog/insert-product.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { NEW_SHOP, testApp } from '#server/testing/app.ts'
import { admin } from '#server/testing/factories.ts'
import { expectSoundLedger } from '#server/testing/invariants.ts'
import { importFile } from './import-file.ts'

type Shop = Awaited<ReturnType<typeof testApp>>

/** The demo shop with whatever else a product can have. */
async function fullShop() {
  const shop = await testApp({}, { template: NEW_SHOP })
  const { db } = shop
  await fillDemoShop(db, shop.shop.photos, () => {})
  const { user } = await admin(db)
  const slugs = new Map((await db.select().from(products)).map(({ slug, id }) => [slug, id]))
  const edit = (slug: string, change: ProductUpdate) => updateProduct(db, slugs.get(slug) ?? '', change, user.id)
  const mug = await edit('zi-zinnia-mug', {
    ...{ name: '=Zinnia & "Mug"', sku: '-1', grams: 412, hsCode: '691200', customsName: 'Mug', originCountry: 'DE' },
    asks: [
      { key: 'name', label: 'Name', hint: 'As it is pressed', kind: 'text', required: true, price: 450, max: 12 },
      { key: 'glaze', label: 'Inside', kind: 'choice', required: false, options: ['White, matte', '=Blue'] },
    ],
    makeDays: { min: 5, max: 10 },
    costs: { material: 310, packaging: 45, postage: 0, minutes: 50 },
  })
  const photosWithAlt = mug.images.map(({ Location }, at) => ({
    Location,
    alt: at === 0 ? '' : "'=A mug",
    focus: { x: 30, y: 7 },
  }))
  await edit('zi-zinnia-mug', { images: photosWithAlt })
  await edit('zi-zinnia-trinket-dish', { qty: 0, name: "'Tis a dish", description: 'Plain &amp; simple' })
  await edit('zi-zinnia-trinket-dish', { wasPrice: 99_00 })
  const family = { price: 3000, category: mug.category, description: '<p>-1 of 3</p>', slug: 'three-axes' }
  const axes = ['Size', 'Glaze', 'Handle']
  const values = ['S', 'L'].flatMap((size) => ['Moon', 'Sea'].map((glaze) => [size, glaze, 'Left']))
  const choices = values.map((one, at) => ({ values: one, price: 3000 + 500 * at, qty: at, sku: `T-${at}` }))
  choices.pop()
  const log = 'Made for a test'
  const insert = (product: ProductUpdate & { name: string }, isDraft = false) =>
    insertProduct(db, { product: { ...family, ...product }, isDraft, log }, user.id)
  await insert({
    name: 'Three',
    axes,
    choices: choices.map((one, at) => ({
      ...one,
      wasPrice: at ? null : 4_000,
      makeDays: at ? { min: 3, max: 3 } : null,
    })),
    makeDays: { min: 2, max: 4 },
  })
  await insert({
    name: 'Only',
    slug: 'only',
    axes: ['Size'],
    choices: [{ values: ['One'], price: 900, qty: 2, sku: '' }],
  })
  await insert({ name: 'Twin', slug: 'twin', qty: 2 })
  await insert({ name: 'Hidden', slug: 'hidden', qty: 1 }, true)
  await shrinkPhotos(shop)
  return shop
}

/** Small photos are imported sooner, and the content is that of their rows. */
async function shrinkPhotos({ shop: { photos } }: Shop) {
  const [small] = await photos.list().then((files) => Promise.all(files.slice(0, 1).map((file) => photos.read(file))))
  const bytes = await sharp(small).resize(40).jpeg().toBuffer()
  for (const file of await photos.list()) await photos.write(file, bytes)
}

/** Where a photo is: the names of files follow the address of the product. */
const photoPlace = (_: unknown, at: number) => `photo ${at + 1}`

const textIn = async (chunks: AsyncIterable<string>) => {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

/** The content of a shop, a line for each product, with its photos by their places. */
const contentOf = async ({ db }: Shop) =>
  JSON.parse(await textIn(productsFile(db, 'boutique-json', photoPlace))).products as Content[]
type Content = Record<string, unknown> & { slug: string; name: string; choices?: Record<string, unknown>[] }

/** Columns of the file that a new shop fills anew, or that another one cannot fill from what it has read. */
const OTHERWISE: Record<ProductFormat, string[]> = {
  'boutique-csv': [PRODUCT_FIELD_NAMES._id, PRODUCT_FIELD_NAMES.createdAt],
  'boutique-json': [],
  etsy: ['TAGS'],
  shopify: ['Tags'],
  'shopify-older': ['Tags'],
  square: ['Reference Handle'],
  // A product with choices is named by its address.
  woocommerce: ['SKU', 'Parent'],
}

/** The text of the file of products; of CSV the cells that are not written anew. */
async function fileOf({ db }: Shop, format: ProductFormat) {
  const text = await textIn(productsFile(db, format, photoPlace))
  if (format === 'boutique-json') return [text]
  const [headings, ...rows] = await readCsv(text, (line) => new Error(`Line ${line} is no CSV.`))
  const places = OTHERWISE[format].map((name) => headings?.cells.indexOf(name))
  return [headings, ...rows].map((row) => row?.cells.map((cell, at) => (places.includes(at) ? '' : cell)).join('|'))
}

/** The paths at which two values differ. */
function differences(one: unknown, other: unknown, path = ''): string[] {
  if (Object.is(one, other)) return []
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.flatMap((item, at) => differences(item, other[at], path))
  if (!isObject(one) || !isObject(other)) return [path]
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return keys.flatMap((key) => differences(one[key], other[key], path ? `${path}.${key}` : key))
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What only a shop of this kind has. */
const OWN_FIELDS = [
  ...['asks', 'care', 'collections', 'color', 'costs', 'customsName', 'edition', 'featured', 'hsCode', 'images.focus'],
  ...['makeDays', 'oneOfAKind', 'originCountry', 'size', 'weight'],
]

/** What a format does not carry: all other fields arrive as they were. */
const LOST_FIELDS: Record<ProductFormat, string[]> = {
  'boutique-csv': [],
  'boutique-json': [],
  // Its stock, price and SKU are one for all choices; a combination that was not offered is added. Without descriptions of
  // photos, and with descriptions as plain text. The category is guessed, and the address made from the name.
  etsy: [
    ...OWN_FIELDS,
    ...['category', 'choices', 'choices.photo', 'choices.price', 'choices.qty', 'description', 'grams'],
    ...['images.alt', 'priceMax', 'slug', 'wasPrice'],
  ],
  shopify: [...OWN_FIELDS, 'choices.makeDays', 'materials'],
  'shopify-older': [...OWN_FIELDS, 'choices.makeDays', 'materials'],
  // Without photos. The address is made from the name, and a description without markup gets a paragraph.
  square: [
    ...OWN_FIELDS.filter((field) => field !== 'images.focus'),
    ...['choices.makeDays', 'choices.photo', 'description', 'images', 'materials', 'slug'],
    ...['wasPrice', 'choices.wasPrice'],
  ],
  // The address is made from the name.
  woocommerce: [
    ...['asks', 'costs', 'customsName', 'hsCode', 'images.alt', 'images.focus', 'makeDays', 'choices.makeDays'],
    ...['oneOfAKind', 'originCountry', 'slug'],
  ],
}

/** Moves a shop in that format with its photos, and returns the new one. */
async function movedShop(from: Shop, format: ProductFormat) {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-round-trip-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const archive = join(folder, 'shop.zip')
  await exportFile(from.shop, format, archive)
  const to = await testApp()
  await admin(to.db)
  await saveSettings(to.db, DEMO_SETTINGS)
  // Etsy has no categories: the shop finds those that it has among the tags.
  if (format === 'etsy') await addCategories(to.db)
  const { text, isGood } = await importFile(to.shop, archive)
  expect(isGood, text).toBe(true)
  return { to, archive }
}

test('the demo shop, moved in each format, is the same but for what the format lacks', {
  // A minute for each move, as any other test has.
  timeout: PRODUCT_FORMATS.length * 60_000,
}, async () => {
  const from = await fullShop()
  for (const format of PRODUCT_FORMATS) {
    const { to, archive } = await movedShop(from, format)
    const before = (await contentOf(from)).filter(({ draft }) => format !== 'etsy' || !draft)
    const after = await contentOf(to)
    expect(after.length, format).toBe(before.length)
    const lostFields = new Set(before.flatMap((product, at) => differences(product, after[at])))
    expect([...lostFields].toSorted(), format).toEqual(LOST_FIELDS[format].toSorted())
    expect(await fileOf(to, format), format).toEqual(await fileOf(from, format))
    await expectSoundLedger(to.db)
    // A second time nothing is new.
    expect((await importFile(to.shop, archive)).isGood).toBe(true)
    expect(await contentOf(to), format).toEqual(after)
  }
})
