import sharp from 'sharp'
import { expect, test } from 'vitest'
import { images } from '#server/shop/schema/catalog.ts'
import { shopWithAdmin } from '#server/testing/products.ts'
import { uploadRequest } from '#server/testing/uploads.ts'

/** A shop with a pen on sale that has two photos. */
async function shopWithPen() {
  const shop = await shopWithAdmin()
  const { _id } = await shop.create()
  const picture = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer()
  const { headers, body } = uploadRequest([{ bytes: await picture('#a33') }, { bytes: await picture('#3a3') }])
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/products/uploadImage',
    headers: { ...headers, authorization: `Bearer ${shop.seller.token}` },
    payload: body,
  })
  const [front, back] = response.json()
  const photos = [
    { ...front, alt: 'Front', focus: { x: 5, y: 6 } },
    { ...back, alt: 'Back' },
  ]
  const fields = { name: 'Walnut Pen', sku: 'P-1', price: 12.5, category: 'pens', materials: 'Walnut', featured: true }
  await shop.seller.edit(_id, { ...fields, qty: 3, images: photos })
  const copy = (id = _id) => shop.post(`/api/products/${id}/copy`, undefined, shop.seller.token)
  return { ...shop, _id, copy }
}

test('a copy of a product is a draft with its fields and photos, without its stock, SKU and place', async () => {
  const { get, seller, _id, copy } = await shopWithPen()
  const original = await seller.read(_id)
  const draft = (await copy()).json()
  const { name, price, category, materials } = original
  expect(draft).toMatchObject({ price, category, materials, name: `${name} (copy)`, sku: '', qty: 0, draft: true })
  expect(draft.featured).toBe(false)
  const plain = (photos: typeof original.images) => photos.map(({ alt, focus, width }) => ({ alt, focus, width }))
  expect(plain(draft.images)).toEqual(plain(original.images))
  for (const [index, { Location }] of draft.images.entries()) {
    expect(Location).not.toBe(original.images[index]?.Location)
    const files = await Promise.all([get(Location), get(original.images[index]?.Location ?? '')])
    expect(files[0].rawPayload).toEqual(files[1].rawPayload)
  }
  expect(await seller.logs(draft._id)).toEqual(['Created as a copy of Walnut Pen, by Zi'])
  expect(await seller.read(_id)).toEqual(original)
  // Saved under another name, it gets a web address of its own.
  const savedCopy = (await seller.edit(draft._id, { name: 'Oak Pen', price: 9, category, slug: '' })).json()
  expect(savedCopy).toMatchObject({ slug: 'oak-pen', draft: false })
})

test('a copy fails whole when there is no room for its photos', async () => {
  const { db, shop, copy } = await shopWithPen()
  await db.update(images).set({ bytes: shop.photosQuota })
  expect((await copy()).statusCode).toBe(507)
  expect(await db.$count(images)).toBe(2)
  expect((await copy('0198a0f2-7c1e-7000-8000-0000000000ff')).statusCode).toBe(404)
})
