import { choiceIssues } from '#contract/admin/choices.ts'
import { ProductCosts } from '#contract/admin/costs.ts'
import { PRODUCT_FIELDS } from '#contract/admin/messages.ts'
import { ONE_OF_A_KIND_MAX, ProductUpdate } from '#contract/admin/products.ts'
import { toDollars } from '#contract/money.ts'
import { Question } from '#contract/questions.ts'
import { IMPORT_PROBLEMS } from '../texts/imports.ts'
import { type Listing, sharedOut } from './listing.ts'

/** The columns of a row of an import that the seller can correct. */
export type Corrected = { name: string; priceCents: number | null; qty: number; category: string }

type Checked = { edit: ProductUpdate; problem?: undefined } | { edit?: undefined; problem: string }

/**
 * The product that a listing becomes, without collections, by the rules of an edit; or why it cannot become one. `stored`
 * has the photos that are stored, by their addresses.
 */
export function checkedProduct(listing: Listing, corrected: Corrected, stored?: Map<string, string>): Checked {
  if (listing.problem) return { problem: listing.problem }
  const { axes, slug, makeDays, asks, costs, grams, facts, featured, oneOfAKind, description } = listing
  const choices = choicesOf(listing, corrected, stored)
  const prices = choices ? choices.map(({ price }) => price) : [corrected.priceCents]
  if (prices.some((price) => price === null)) return { problem: IMPORT_PROBLEMS.noPrice }
  if (!listing.draft && Math.max(0, ...prices.map(Number)) === 0) return { problem: IMPORT_PROBLEMS.noPrice }
  if (oneOfAKind && corrected.qty > ONE_OF_A_KIND_MAX) return { problem: PRODUCT_FIELDS.oneOfAKind }
  const { data, error } = ProductUpdate.safeParse({
    ...facts,
    ...{ name: corrected.name, category: corrected.category, description, slug, featured, oneOfAKind },
    ...{ sku: listing.sku, grams, makeDays, images: imagesOf(listing, stored) },
    costs: costs && ProductCosts.encode(costs),
    asks: asks?.map((question) => Question.encode(question)),
    ...(choices
      ? { axes, choices: choices.map((choice) => ({ ...choice, price: toDollars(choice.price ?? 0) })) }
      : { price: toDollars(corrected.priceCents ?? 0), qty: corrected.qty }),
  })
  const issue = error?.issues[0] ?? (choices && choiceIssues(axes ?? [], choices)[0])
  if (data && !issue) return { edit: data }
  return { problem: issue?.message ?? IMPORT_PROBLEMS.noProduct }
}

/** The choices with the price and the stock that the seller entered for all of them. */
export function choicesOf(
  listing: Listing,
  { priceCents, qty }: Pick<Corrected, 'priceCents' | 'qty'>,
  stored?: Map<string, string>,
) {
  const { choices } = listing
  if (!choices) return undefined
  const before = { price: lowestPrice(listing), qty: wholeStock(listing) }
  const stocks = sharedOut(qty, choices.length)
  return choices.map(({ photo, ...choice }, at) => ({
    ...choice,
    photo: stored?.get(photo ?? '') ?? null,
    price: priceCents === before.price ? choice.price : priceCents,
    qty: qty === before.qty ? choice.qty : (stocks[at] ?? 0),
  }))
}

const imagesOf = ({ photos }: Listing, stored = new Map<string, string>()) =>
  photos.flatMap(({ url, alt, focus }) => {
    const location = stored.get(url)
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
