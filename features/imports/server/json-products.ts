// The products of a shop of this kind as its API answers them: a list, or an object with the list as `products`.
import { z } from 'zod'
import { AdminProduct } from '#contract/admin/products.ts'
import { type JsonObject, objectsIn, parsedJson } from './json-list.ts'
import { emptyListing, FACTS, type Listing, type Unreadable } from './listing.ts'
import { IMPORT_PROBLEMS } from './texts.ts'

/** The listings of a JSON file, one after the other. Throws import_refused for a file that is no list of products. */
export async function* jsonListings(text: AsyncIterable<string>): AsyncGenerator<Listing | Unreadable> {
  for await (const object of objectsIn(text, 'products')) yield listingOf(object)
}

const Choice = AdminProduct.shape.choices.unwrap().element.partial({ _id: true, slug: true })

const ListedProduct = AdminProduct.partial().extend({
  choices: z.array(Choice).optional(),
  images: z.array(AdminProduct.shape.images.element.partial()).optional(),
  collections: z.array(z.object({ name: z.string() })).optional(),
})

function listingOf({ text, line, lastLine }: JsonObject): Listing | Unreadable {
  const { data } = ListedProduct.safeParse(parsedJson(text))
  if (!data) return { line, lastLine, problem: IMPORT_PROBLEMS.noProduct }
  const { _id = '', name = '', slug = '', axes, choices, images = [], collections = [] } = data
  return {
    ...emptyListing(line, lastLine),
    key: slug || _id || name.toLowerCase(),
    name,
    description: data.description ?? '',
    price: data.price ?? null,
    wasPrice: data.wasPrice,
    qty: data.qty ?? 0,
    sku: data.sku ?? '',
    category: data.categoryLabel ?? data.category ?? '',
    facts: factsOf(data),
    grams: data.grams,
    slug: slug || undefined,
    draft: data.draft ?? false,
    featured: data.featured ?? false,
    oneOfAKind: data.oneOfAKind ?? false,
    makeDays: data.makeDays,
    asks: data.asks,
    costs: data.costs,
    axes,
    choices:
      axes &&
      choices?.map(({ values, price, wasPrice, qty, sku, photo, makeDays }) => ({
        ...{ values, price, wasPrice, qty, sku, makeDays, photo: photo ?? undefined },
      })),
    photos: images.flatMap(({ Location, alt = '', focus }) => (Location ? [{ url: Location, alt, focus }] : [])),
    collections: collections.map((collection) => collection.name),
  }
}

const factsOf = (product: z.infer<typeof ListedProduct>) =>
  Object.fromEntries(FACTS.flatMap((fact) => (product[fact] ? [[fact, product[fact]]] : [])))
