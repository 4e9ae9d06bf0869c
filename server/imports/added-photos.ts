import type { AdminProduct, ProductUpdate } from '#contract/admin/products.ts'
import { type Listing, MOST_PHOTOS } from './listing.ts'

type Photos = NonNullable<ProductUpdate['images']>
/** Stored photos by the addresses that they had in the file. */
type Stored = ReadonlyMap<string, string>

/**
 * The edit that adds photos to a product where the file has them: `added` to those that came earlier. A choice without a
 * photo gets the one that the file names. Empty when there is nothing to add.
 */
export function addedPhotos(product: AdminProduct, listing: Listing, added: Stored, earlier: Stored): ProductUpdate {
  const room = MOST_PHOTOS - product.images.length
  const places = new Map(listing.photos.map(({ url }, at) => [added.get(url) ?? earlier.get(url) ?? '', at]))
  const images: Photos = product.images.map(({ Location, alt, focus }) => ({ Location, alt, focus }))
  const wanted = listing.photos.filter(
    ({ url }, at, all) => added.has(url) && all.findIndex((p) => p.url === url) === at,
  )
  if (wanted.length === 0 || room <= 0) return {}
  for (const { url, alt, focus } of wanted.slice(0, room)) {
    const Location = added.get(url) ?? ''
    const place = places.get(Location) ?? 0
    const next = images.findIndex((image) => (places.get(image.Location) ?? -1) > place)
    images.splice(next < 0 ? images.length : next, 0, { Location, alt, focus })
  }
  return { images, ...choicesWith(product, listing, added) }
}

function choicesWith({ choices }: AdminProduct, listing: Listing, added: Stored): Pick<ProductUpdate, 'choices'> {
  const photoOf = (values: string[]) => {
    const listed = listing.choices?.find((choice) => choice.values.join('\n') === values.join('\n'))
    return added.get(listed?.photo ?? '')
  }
  if (!choices?.some(({ photo, values }) => !photo && photoOf(values))) return {}
  return {
    choices: choices.map(({ _id, values, price, qty, sku, photo, makeDays }) => ({
      ...{ _id, values, price, qty, qtyLoaded: qty, sku, makeDays: makeDays ?? null },
      photo: photo ?? photoOf(values) ?? null,
    })),
  }
}
