import { expect, test } from 'vitest'
import type { AdminProduct } from '#contract/admin/products.ts'
import { addedPhotos } from './added-photos.ts'
import { emptyListing } from './listing.ts'

const listing = { ...emptyListing(1, 1), photos: ['a', 'b', 'c', 'd'].map((url) => ({ url, alt: '' })) }
const product = (locations: string[]) =>
  ({ images: locations.map((Location) => ({ Location, alt: '' })) }) as unknown as AdminProduct

test.each<[string, string[], string[], string[], string[]]>([
  ['between those around it in the file', ['A', 'C'], ['a', 'c'], ['b', 'd'], ['A', 'B', 'C', 'D']],
  ['first', ['B'], ['b'], ['a'], ['A', 'B']],
  ['after photos that were added by hand', ['hers'], [], ['a', 'b'], ['hers', 'A', 'B']],
  ['where the seller has put the others', ['C', 'hers', 'A'], ['a', 'c'], ['b'], ['B', 'C', 'hers', 'A']],
])('a photo that comes later stands %s', (_, shownPhotos, earlier, addedUrls, expectedPhotos) => {
  const storedAs = (urls: string[]) => new Map(urls.map((url) => [url, url.toUpperCase()]))
  const { images } = addedPhotos(product(shownPhotos), listing, storedAs(addedUrls), storedAs(earlier))
  expect(images?.map(({ Location }) => Location)).toEqual(expectedPhotos)
})

test('a product has no more photos than it can', () => {
  const full = product(Array.from({ length: 50 }, (_, at) => `hers-${at}`))
  expect(addedPhotos(full, listing, new Map([['a', 'A']]), new Map())).toEqual({})
})
