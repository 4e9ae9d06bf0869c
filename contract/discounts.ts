// Discounts on the goods of an order: which lines they are for, and what comes off each of them. Only whole cents.
// Steps 2 to 4 of pricing.ts, apart from it, because shoppers' browsers get the result from the server.
import { halfUp } from './half-up.ts'
import type { PricedItem } from './pricing.ts'

/** The goods that a discount is for: those in one of these categories or collections, and these products. */
export type DiscountRule = {
  categories?: string[] | undefined
  collections?: string[] | undefined
  products?: string[] | undefined
}

/** Whether a discount is for some goods only, and how much of them an order needs, in cents. */
export type DiscountTerms = { rule: DiscountRule | null; notOnSale: boolean; minGoods: number }

/** A line of an order, with what rules ask of its product. `family` is the product that a choice belongs to. */
export type DiscountedLine = PricedItem & {
  product: string
  family?: string | null
  category: string
  collections: readonly string[]
}

/**
 * What a discount takes off: an amount in cents, or hundredths of a percent. `products` are those that it is for; without
 * them it is for all. An amount that is for all comes off the total when it is a code's, like shipping and tax.
 */
export type Reduction = {
  amount: number
  percentBp?: number | null | undefined
  products?: readonly string[] | null | undefined
}

/** Whether the discount is for all goods. */
export const isForAll = ({ rule, notOnSale }: Pick<DiscountTerms, 'rule' | 'notOnSale'>) => rule === null && !notOnSale

/** Whether the goods of a line count for a discount. */
export function isEligible(
  { rule, notOnSale }: Pick<DiscountTerms, 'rule' | 'notOnSale'>,
  { product, family, category, collections, isOnSale }: Omit<DiscountedLine, 'price' | 'qty'>,
) {
  if (notOnSale && isOnSale) return false
  if (rule === null) return true
  const { categories = [], collections: wanted = [], products = [] } = rule
  return (
    categories.includes(category) ||
    wanted.some((id) => collections.includes(id)) ||
    products.some((id) => id === product || id === family)
  )
}

/**
 * Which products a discount is for in an order, and how many cents of them are missing before it acts; null when it is for
 * none of them. The minimum counts these goods at their prices before any discount.
 */
export function discountedGoods(terms: DiscountTerms, lines: readonly DiscountedLine[]) {
  const eligibleLines = lines.filter((line) => isEligible(terms, line))
  if (eligibleLines.length === 0) return null
  const products = isForAll(terms) ? null : [...new Set(eligibleLines.map(({ product }) => product))]
  return { products, missing: Math.max(0, terms.minGoods - sumOf(eligibleLines.map(priceOf))) }
}

type ReducedLine = Pick<DiscountedLine, 'product' | 'price' | 'qty'>

/**
 * What a discount without a code and then a code take off the items of an order, in cents: each in all, and both together
 * for each line. The code counts what is left after the other. A percentage is of the sum of its lines, rounded once,
 * half a cent up. `amount` is what comes off the total in the end.
 */
export function discountsOn(lines: readonly ReducedLine[], automatic: Reduction | null, code: Reduction | null) {
  const prices = lines.map(priceOf)
  const isOffTotal = code !== null && !code.percentBp && !code.products
  const automaticShares = sharesOf(lines, prices, automatic)
  const rest = prices.map((price, at) => price - (automaticShares[at] ?? 0))
  const codeShares = sharesOf(lines, rest, isOffTotal ? null : code)
  return {
    automaticDiscount: sumOf(automaticShares),
    codeDiscount: sumOf(codeShares),
    lineDiscounts: codeShares.map((share, at) => share + (automaticShares[at] ?? 0)),
    amount: isOffTotal ? code.amount : 0,
  }
}

/**
 * Of several discounts without a code the one that acts on an order: the buyer's best one, by which most comes off together
 * with the code; of equal ones the first. Null when none takes anything off.
 */
export function bestDiscount<D extends Reduction>(
  lines: readonly ReducedLine[],
  discounts: readonly D[],
  code: Reduction | null,
): D | null {
  const offBy = (discount: D | null) => {
    const { automaticDiscount, codeDiscount, amount } = discountsOn(lines, discount, code)
    return automaticDiscount + codeDiscount + amount
  }
  const none: { discount: D | null; off: number } = { discount: null, off: offBy(null) }
  return discounts.reduce((best, discount) => {
    const off = offBy(discount)
    return off > best.off ? { discount, off } : best
  }, none).discount
}

/** What a discount takes off each line, given what the lines cost. */
function sharesOf(lines: readonly ReducedLine[], prices: readonly number[], discount: Reduction | null) {
  if (!discount) return prices.map(() => 0)
  const { amount, percentBp, products } = discount
  const weights = prices.map((price, at) => (!products || products.includes(lines[at]?.product ?? '') ? price : 0))
  const sum = sumOf(weights)
  const cents = percentBp ? halfUp(sum * percentBp, 10_000) : Math.min(amount, sum)
  return spread(cents, weights, lines)
}

/**
 * Cents in proportion to weights, by largest remainder; none gets more than its weight. Equal remainders go by weight,
 * price, quantity and product, so that the order of the lines does not matter.
 */
function spread(cents: number, weights: readonly number[], lines: readonly ReducedLine[]) {
  const all = sumOf(weights)
  if (all === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => Math.floor((cents * weight) / all))
  const ranked = lines
    .map((line, at) => ({ ...line, at, weight: weights[at] ?? 0 }))
    .map((line) => ({ ...line, remainder: (cents * line.weight) % all }))
    .sort(
      (one, other) =>
        other.remainder - one.remainder ||
        other.weight - one.weight ||
        other.price - one.price ||
        other.qty - one.qty ||
        Number(one.product > other.product) - Number(one.product < other.product),
    )
  for (const { at } of ranked.slice(0, cents - sumOf(shares))) shares[at] = (shares[at] ?? 0) + 1
  return shares
}

const priceOf = ({ price, qty }: Pick<PricedItem, 'price' | 'qty'>) => price * qty
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
