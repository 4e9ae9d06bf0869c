// The products of a shop of this kind as its API answers them: a list, or an object with the list as `products`.
import { z } from 'zod'
import { AdminProduct } from '#contract/admin/products.ts'
import { IMPORT_FILES, IMPORT_PROBLEMS } from '../texts/imports.ts'
import { emptyListing, type Listing, type Unreadable } from './listing.ts'
import { refused } from './source-file.ts'

/** Characters of a product at most. */
const LONGEST = 1_000_000

type Piece = { text: string; line: number; lastLine: number }

/** The listings of a JSON file, one after the other. Throws import_refused for a file that is no list of products. */
export async function* jsonListings(text: AsyncIterable<string>): AsyncGenerator<Listing | Unreadable> {
  for await (const piece of objectsIn(text)) yield listingOf(piece)
}

/** Whether a text begins as such a file does. */
export const isJson = (text: string) => /^\s*[[{]/.test(text)

/**
 * The objects of the list, as text: found by their brackets, so that a file of any size is never in memory. What stands
 * between them has to be commas.
 */
async function* objectsIn(text: AsyncIterable<string>): AsyncGenerator<Piece> {
  let before = ''
  let isOpen = false
  let [depth, line, start] = [0, 1, 1]
  let [isString, isEscaped] = [false, false]
  let object = ''
  for await (const chunk of text) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const sign = chunk[at]
      if (sign === '\n') line++
      if (isString) {
        if (isEscaped) isEscaped = false
        else if (sign === '\\') isEscaped = true
        else if (sign === '"') isString = false
      } else if (depth === 0) {
        if (!isOpen) {
          before += sign
          if (sign === '[') isOpen = isBeginning(before)
          if (before.length > 200 || (sign === '[' && !isOpen)) throw refused(IMPORT_FILES.notJson)
        } else if (sign === '{') [depth, start, from] = [1, line, at]
        else if (sign === ']') return
        else if (!/[\s,]/.test(sign ?? '')) throw refused(IMPORT_FILES.notJson)
      } else if (sign === '"') isString = true
      else if (sign === '{' || sign === '[') depth++
      else if ((sign === '}' || sign === ']') && --depth === 0) {
        yield { text: object + chunk.slice(from, at + 1), line: start, lastLine: line }
        object = ''
      }
    }
    if (depth > 0) object += chunk.slice(from)
    if (object.length > LONGEST) throw refused(IMPORT_FILES.notJson)
  }
  throw refused(IMPORT_FILES.notJson)
}

const isBeginning = (text: string) => /^\s*(\{\s*"products"\s*:\s*)?\[$/.test(text)

const Choice = AdminProduct.shape.choices.unwrap().element.partial({ _id: true, slug: true })

const Listed = AdminProduct.partial().extend({
  choices: z.array(Choice).optional(),
  images: z.array(AdminProduct.shape.images.element.partial()).optional(),
  collections: z.array(z.object({ name: z.string() })).optional(),
})

function listingOf({ text, line, lastLine }: Piece): Listing | Unreadable {
  const { data } = Listed.safeParse(parsedJson(text))
  if (!data) return { line, lastLine, problem: IMPORT_PROBLEMS.noProduct }
  const { _id = '', name = '', slug = '', axes, choices, images = [], collections = [] } = data
  return {
    ...emptyListing(line, lastLine),
    key: slug || _id || name.toLowerCase(),
    name,
    description: data.description ?? '',
    price: data.price ?? null,
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
    axes,
    choices:
      axes &&
      choices?.map(({ values, price, qty, sku, photo, makeDays }) => ({
        ...{ values, price, qty, sku, makeDays, photo: photo ?? undefined },
      })),
    photos: images.flatMap(({ Location, alt = '', focus }) => (Location ? [{ url: Location, alt, focus }] : [])),
    collections: collections.map((collection) => collection.name),
  }
}

/** What a text says as JSON; undefined when it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const FACTS = [
  'color',
  'materials',
  'size',
  'weight',
  'care',
  'edition',
  'hsCode',
  'customsName',
  'originCountry',
] as const

const factsOf = (product: z.infer<typeof Listed>) =>
  Object.fromEntries(FACTS.flatMap((fact) => (product[fact] ? [[fact, product[fact]]] : [])))
