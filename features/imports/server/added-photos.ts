import type { AdminProduct, ProductUpdate } from '#contract/admin/products.ts'
import { type Listing, MOST_PHOTOS } from './listing.ts'

type Photos = NonNullable<ProductUpdate['images']>
/** Stored photos by the addresses that they had in the file. */
type StoredPhotos = ReadonlyMap<string, string>

/**
 * The edit that adds photos to a product where the file has them: `newPhotos` to those that came earlier. A choice
 * without a photo gets the one that the file names. Empty when there is nothing to add.
 */
export function addedPhotos(
  product: AdminProduct,
  listing: Listing,
  newPhotos: StoredPhotos,
  earlier: StoredPhotos,
): ProductUpdate {
  const room = MOST_PHOTOS - product.images.length
  const places = new Map(listing.photos.map(({ url }, at) => [newPhotos.get(url) ?? earlier.get(url) ?? '', at]))
  const images: Photos = product.images.map(({ Location, alt, focus }) => ({ Location, alt, focus }))
  const listingPhotos = listing.photos.filter(
    ({ url }, at, all) => newPhotos.has(url) && all.findIndex((p) => p.url === url) === at,
  )
  if (listingPhotos.length === 0 || room <= 0) return {}
  for (const { url, alt, focus } of listingPhotos.slice(0, room)) {
    const Location = newPhotos.get(url) ?? ''
    const place = places.get(Location) ?? 0
    const next = images.findIndex((image) => (places.get(image.Location) ?? -1) > place)
    images.splice(next < 0 ? images.length : next, 0, { Location, alt, focus })
  }
  return { images, ...choicesWith(product, listing, newPhotos) }
}

function choicesWith(
  { choices }: AdminProduct,
  listing: Listing,
  newPhotos: StoredPhotos,
): Pick<ProductUpdate, 'choices'> {
  const photoOf = (values: string[]) => {
    const listingChoice = listing.choices?.find((choice) => choice.values.join('\n') === values.join('\n'))
    return newPhotos.get(listingChoice?.photo ?? '')
  }
  if (!choices?.some(({ photo, values }) => !photo && photoOf(values))) return {}
  return {
    choices: choices.map(({ _id, values, price, qty, sku, photo, makeDays }) => ({
      ...{ _id, values, price, qty, qtyLoaded: qty, sku, makeDays: makeDays ?? null },
      photo: photo ?? photoOf(values) ?? null,
    })),
  }
}
