import { expect, test } from 'vitest'
import type { AdminProduct } from '#contract/admin/products.ts'
import { product } from '#server/testing/factories.ts'
import { shopWithAdmin } from '#server/testing/products.ts'

// Products with choices as other shops export them: everything that can be chosen there can be chosen here.

/** A shop with a mug on sale, 7 in stock, which `edit` makes a product with choices. */
async function shopWithMug() {
  const shop = await shopWithAdmin()
  const mug = await product(shop.db, { name: 'Mug', qty: 7 })
  const edit = async (change: object): Promise<AdminProduct> => {
    const reply = await shop.seller.edit(mug.id, change)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  return { ...shop, mug, edit }
}

/** The columns of an Etsy listing (EtsyListingsDownload.csv) that say what can be chosen. */
const ETSY = {
  'VARIATION 1 TYPE': 'Size',
  'VARIATION 1 NAME': 'Size',
  'VARIATION 1 VALUES': 'Small,Medium,Large',
  'VARIATION 2 TYPE': 'Custom Property',
  'VARIATION 2 NAME': 'Wood type',
  'VARIATION 2 VALUES': 'Oak,Walnut',
  'VARIATION 3 TYPE': 'Custom Property',
  'VARIATION 3 NAME': 'Finish',
  'VARIATION 3 VALUES': 'Oil,Wax',
  // From its API: the file has no prices, stock or SKUs of variations, and no personalization.
  is_personalizable: true,
  personalization_is_required: true,
  personalization_char_count_max: 20,
  personalization_instructions: 'The name to engrave',
  processing_min: 5,
  processing_max: 10,
} as const

test('an Etsy listing with three variations and personalization is a product', async () => {
  const { edit } = await shopWithMug()
  const valuesOf = (number: 1 | 2 | 3) => ETSY[`VARIATION ${number} VALUES`].split(',')
  const values = valuesOf(1).flatMap((size) =>
    valuesOf(2).flatMap((wood) => valuesOf(3).map((oil) => [size, wood, oil])),
  )
  const priceOf = ([size = '']: string[]) => 40 + 5 * valuesOf(1).indexOf(size)
  const personalization = {
    ...{ key: 'personalization', label: 'Personalization', hint: ETSY.personalization_instructions, kind: 'text' },
    ...{ required: ETSY.personalization_is_required, max: ETSY.personalization_char_count_max },
  }
  const asks = [
    personalization,
    { key: 'wrap', label: 'Ribbon', kind: 'choice', required: false, options: ['Red', 'Gold'] },
  ]
  const axes = ([1, 2, 3] as const).map((number) => ETSY[`VARIATION ${number} NAME`])
  const makeDays = { min: ETSY.processing_min, max: ETSY.processing_max }
  const response = await edit({
    axes,
    choices: values.map((one, at) => ({ values: one, price: priceOf(one), qty: 4, sku: `ETSY-${at}` })),
    makeDays,
    asks,
  })
  expect(response).toMatchObject({ axes, price: 40, priceMax: 50, asks, makeDays })
  expect(response.choices?.map((one) => [one.values, one.price, one.sku])).toEqual(
    values.map((one, at) => [one, priceOf(one), `ETSY-${at}`]),
  )
})

/**
 * The columns of a Shopify product that say what can be chosen, with the rows of its variants. "Linked To" is the
 * metafield that an option's values come from; a product has the values themselves.
 */
const SHOPIFY = {
  /** Option1 name to Option3 name. */
  axes: ['Size', 'Color', 'Material'],
  /** Option1 value to Option3 value, SKU, Inventory quantity, Price, Variant image URL. */
  rows: [
    ['S', 'Blue', 'Cotton', 'T-1', '3', '24', 'front'],
    ['S', 'Blue', 'Linen', 'T-2', '0', '32.50', 'front'],
    ['M', 'Red', 'Cotton', 'T-3', '10', '24.00', 'back'],
    ['M', 'Blue', 'Linen', '', '1', '32.50', ''],
  ],
}

test('a Shopify product with three options, variant images and a missing combination is a product', async () => {
  const { db, mug, edit, seller } = await shopWithMug()
  const { rows: photos } = await db.execute<{ id: string }>(`
    insert into images (product_id, position, width, height, placeholder)
    select '${mug.id}', at, 10, 10, 'data:,' from generate_series(0, 1) at returning id`)
  const [front, back] = photos.map(({ id }) => `/images/${id}.jpg`)
  const variants = SHOPIFY.rows.map(([first = '', second = '', third = '', sku = '', qty, price, image]) => ({
    values: [first, second, third],
    sku,
    qty: Number(qty),
    price: Number(price),
    photo: { front, back }[image ?? ''] ?? null,
  }))
  const response = await edit({
    axes: SHOPIFY.axes,
    choices: variants.map((one) => ({ ...one, qtyLoaded: 0 })),
  })
  expect(response.axes).toEqual(SHOPIFY.axes)
  // The stock of the product that was there before is in its first choice.
  const movedVariants = variants.map((one, at) => ({ ...one, qty: one.qty + (at === 0 ? 7 : 0) }))
  expect(response.choices).toMatchObject(movedVariants)
  expect(await seller.read(mug.id)).toMatchObject({ color: 'Blue, Red', price: 24, priceMax: 32.5 })
})
