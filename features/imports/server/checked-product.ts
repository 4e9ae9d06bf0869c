import { choiceIssues } from '#contract/admin/choices.ts'
import { ProductCosts } from '#contract/admin/costs.ts'
import { PRODUCT_FIELDS } from '#contract/admin/messages.ts'
import { ONE_OF_A_KIND_MAX, ProductUpdate } from '#contract/admin/products.ts'
import { toDollars } from '#contract/money.ts'
import { Question } from '#contract/questions.ts'
import { type Listing, sharedOut } from './listing.ts'
import { IMPORT_PROBLEMS } from './texts.ts'

/** The columns of a row of an import that the seller can correct. */
export type CorrectedFields = { name: string; priceCents: number | null; qty: number; category: string }

type CheckedProduct = { edit: ProductUpdate; problem?: undefined } | { edit?: undefined; problem: string }

/**
 * The product that a listing becomes, without collections, by the rules of an edit; or why it cannot become one.
 * `storedPhotos` has the locations of stored photos by their addresses in the file.
 */
export function checkedProduct(
  listing: Listing,
  corrections: CorrectedFields,
  storedPhotos?: Map<string, string>,
): CheckedProduct {
  if (listing.problem) return { problem: listing.problem }
  const { axes, slug, makeDays, asks, costs, grams, facts, featured, oneOfAKind, description } = listing
  const choices = choicesOf(listing, corrections, storedPhotos)
  const prices = choices ? choices.map(({ price }) => price) : [corrections.priceCents]
  if (prices.some((price) => price === null)) return { problem: IMPORT_PROBLEMS.noPrice }
  if (!listing.draft && Math.max(0, ...prices.map(Number)) === 0) return { problem: IMPORT_PROBLEMS.noPrice }
  if (oneOfAKind && corrections.qty > ONE_OF_A_KIND_MAX) return { problem: PRODUCT_FIELDS.oneOfAKind }
  const { data, error } = ProductUpdate.safeParse({
    ...facts,
    ...{ name: corrections.name, category: corrections.category, description, slug, featured, oneOfAKind },
    ...{ sku: listing.sku, grams, makeDays, images: imagesOf(listing, storedPhotos) },
    costs: costs && ProductCosts.encode(costs),
    asks: asks?.map((question) => Question.encode(question)),
    ...(choices
      ? { axes, choices: choices.map((choice) => ({ ...choice, ...pricesOf(choice) })) }
      : { ...pricesOf({ price: corrections.priceCents, wasPrice: listing.wasPrice }), qty: corrections.qty }),
  })
  const issue = error?.issues[0] ?? (choices && choiceIssues(axes ?? [], choices)[0])
  if (data && !issue) return { edit: data }
  return { problem: issue?.message ?? IMPORT_PROBLEMS.noProduct }
}

/** Whether a price in cents is crossed out in front of the present one. */
export const isCrossable = (wasPrice: number | undefined, price: number | null): wasPrice is number =>
  wasPrice !== undefined && wasPrice > (price ?? 0)

/** The prices in dollars; one before that is not higher is none. */
const pricesOf = ({ price, wasPrice }: { price: number | null; wasPrice?: number | undefined }) => ({
  price: toDollars(price ?? 0),
  wasPrice: isCrossable(wasPrice, price) ? toDollars(wasPrice) : undefined,
})

/** The choices with the price and the stock that the seller entered for all of them. */
export function choicesOf(
  listing: Listing,
  { priceCents, qty }: Pick<CorrectedFields, 'priceCents' | 'qty'>,
  storedPhotos?: Map<string, string>,
) {
  const { choices } = listing
  if (!choices) return undefined
  const before = { price: lowestPrice(listing), qty: wholeStock(listing) }
  const stocks = sharedOut(qty, choices.length)
  return choices.map(({ photo, ...choice }, at) => ({
    ...choice,
    photo: storedPhotos?.get(photo ?? '') ?? null,
    price: priceCents === before.price ? choice.price : priceCents,
    qty: qty === before.qty ? choice.qty : (stocks[at] ?? 0),
  }))
}

const imagesOf = ({ photos }: Listing, storedPhotos = new Map<string, string>()) =>
  photos.flatMap(({ url, alt, focus }) => {
    const location = storedPhotos.get(url)
    return location ? [{ Location: location, alt, focus }] : []
  })

/** The price of a listing, or the lowest of its choices, in cents; null when one of them has none. */
export function lowestPrice({ price, choices }: Listing): number | null {
  if (!choices) return price
  return choices.some((choice) => choice.price === null)
    ? null
    : Math.min(...choices.map((choice) => choice.price ?? 0))
}

/** The stock of a listing, or of all its choices. */
export const wholeStock = ({ qty, choices }: Listing) => choices?.reduce((sum, choice) => sum + choice.qty, 0) ?? qty
