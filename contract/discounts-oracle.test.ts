// What an order with discounts costs, and what its refunds return, again from the words of the rules: exact fractions in
// BigInt, by none of the functions that are tested. Carts come from a generator of its own, since there are many.
import { expect, test } from 'vitest'
import { figure, runs } from '#server/testing/torture.ts'
import {
  bestDiscount,
  type DiscountedLine,
  type DiscountRule,
  type DiscountTerms,
  discountedGoods,
  discountsOn,
  type Reduction,
} from './discounts.ts'
import { quote, type Rates } from './pricing.ts'
import { piecesRefund, shippingTaxOf } from './refund-pieces.ts'

type Discount = DiscountTerms & { amount: number; percentBp: number | null }
type Code = Discount & { freeShip: boolean; taxFree: boolean }
type Cart = {
  lines: DiscountedLine[]
  automatic: Discount[]
  code: Code | null
  rates: Rates
  wrap: number | null
  /** For each line the units of a first refund; a second one returns the rest. */
  refunded: number[]
}

// The generator.

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function openGenerator(seed: number) {
  const random = randomNumbers(seed)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const among = <T>(values: readonly T[]) => values[upTo(values.length - 1)] as T
  const isLucky = (chance: number) => random() < chance
  const cents = () => upTo(among([9, 100, 3_000, 30_000, 1_000_000]))
  const some = (values: string[]) => values.filter(() => isLucky(0.4))
  const product = () => ({
    ...{ product: among(PRODUCTS), family: isLucky(0.3) ? among(PRODUCTS) : null, category: among(CATEGORIES) },
    ...{ collections: some(COLLECTIONS), isOnSale: isLucky(0.3), grams: isLucky(0.5) ? upTo(3000) : null },
  })
  /** Answers make several lines of one product, with prices of their own. */
  const lines = () => {
    const shelf = Map.groupBy(Array.from({ length: 4 }, product), ({ product: id }) => id)
    const onShelf = [...shelf.values()].flatMap((those) => those.slice(0, 1))
    return Array.from({ length: upTo(5) }, () => ({
      ...among(onShelf),
      ...{ price: isLucky(0.05) ? 0 : cents(), qty: 1 + upTo(4) },
    }))
  }
  const rule = (): DiscountRule => ({
    ...(isLucky(0.5) && { categories: some(CATEGORIES) }),
    ...(isLucky(0.5) && { collections: some(COLLECTIONS) }),
    ...(isLucky(0.5) && { products: some(PRODUCTS) }),
  })
  const discount = (): Discount => ({
    ...(isLucky(0.6)
      ? { amount: 0, percentBp: among([1, 333, 1000, 1500, 3333, 5000, 9999, 10_000, 1 + upTo(9999)]) }
      : { amount: cents(), percentBp: null }),
    ...{ rule: isLucky(0.5) ? rule() : null, notOnSale: isLucky(0.3), minGoods: isLucky(0.4) ? cents() : 0 },
  })
  const shipping = (): Rates['shipping'] => {
    const ends = Array.from({ length: upTo(3) }, () => 1 + upTo(among([10, 60_000]))).sort((one, other) => one - other)
    return {
      by: among(['pieces', 'grams', 'goods'] as const),
      bands: [...ends, null].map((end) => ({ upTo: end, price: upTo(2000) })),
      ...(isLucky(0.4) && { freeFrom: cents() }),
      ...(isLucky(0.5) && { usualGrams: upTo(500), packingGrams: upTo(200) }),
    }
  }
  return (): Cart => {
    const cartLines = lines()
    return {
      lines: cartLines,
      automatic: Array.from({ length: upTo(2) }, discount),
      code: isLucky(0.7) ? { ...discount(), freeShip: isLucky(0.2), taxFree: isLucky(0.2) } : null,
      rates: {
        tax: {
          ppm: among([0, 55_000, 88_750, 190_000, upTo(300_000)]),
          mode: among(['flat', 'states', 'included'] as const),
          shipping: isLucky(0.5),
        },
        shipping: shipping(),
      },
      wrap: isLucky(0.3) ? upTo(900) : null,
      refunded: cartLines.map(({ qty }) => upTo(qty)),
    }
  }
}

const PRODUCTS = ['mug-blue', 'mug-red', 'pen', 'bowl', 'ring']
const CATEGORIES = ['mugs', 'pens', 'rings']
const COLLECTIONS = ['spring', 'gifts']

// What is tested, as the shop uses it.

/** What a discount takes off this cart; null when it does not act. */
function acting(discount: Discount, lines: DiscountedLine[]): Reduction | null {
  const goods = discountedGoods(discount, lines)
  if (!goods || goods.missing > 0) return null
  return { amount: discount.amount, percentBp: discount.percentBp, products: goods.products }
}

function priced({ lines, automatic, code, rates, wrap }: Cart) {
  const codeActing = code && acting(code, lines)
  const candidates = automatic.flatMap((discount) => acting(discount, lines) ?? [])
  const best = bestDiscount(lines, candidates, codeActing)
  const off = discountsOn(lines, best, codeActing)
  const effect = {
    amount: off.amount,
    itemsDiscount: off.automaticDiscount + off.codeDiscount,
    freeShip: Boolean(codeActing && code?.freeShip),
    taxFree: Boolean(codeActing && code?.taxFree),
  }
  return { ...off, figures: quote(rates, lines, effect, wrap) }
}

// The oracle.

const big = (value: number) => BigInt(value)
const total = (values: readonly bigint[]) => values.reduce((all, one) => all + one, 0n)
const lesser = (one: bigint, other: bigint) => (one < other ? one : other)
/** The nearest whole number to a fraction, and of two equally near the greater. */
const nearest = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor)

/** The places of the lines that a discount is for; none when too little of them is in the cart. */
function placesFor({ rule, notOnSale, minGoods }: Discount, lines: DiscountedLine[]) {
  const places = new Set<number>()
  lines.forEach((line, place) => {
    if (notOnSale && line.isOnSale) return
    const isNamed =
      rule?.categories?.includes(line.category) ||
      rule?.products?.includes(line.product) ||
      (line.family && rule?.products?.includes(line.family)) ||
      line.collections.some((collection) => rule?.collections?.includes(collection))
    if (!rule || isNamed) places.add(place)
  })
  const worth = total([...places].map((place) => big(lines[place]?.price ?? 0) * big(lines[place]?.qty ?? 0)))
  return worth >= big(minGoods) ? places : new Set<number>()
}

/** Hands cents out by exact shares: whole ones first, then one each to those who miss the most of their share. */
function handedOut(cents: bigint, worth: bigint[], lines: DiscountedLine[]) {
  const all = total(worth)
  if (all === 0n) return worth.map(() => 0n)
  const given = worth.map((one) => (cents * one) / all)
  const missing = worth.map((one, place) => cents * one - (given[place] ?? 0n) * all)
  for (let left = cents - total(given); left > 0n; left--) {
    let next = 0
    for (let place = 1; place < worth.length; place++) if (isBefore(place, next)) next = place
    given[next] = (given[next] ?? 0n) + 1n
    missing[next] = -1n
  }
  return given

  function isBefore(one: number, other: number) {
    const [a, b] = [missing[one] ?? 0n, missing[other] ?? 0n]
    if (a !== b) return a > b
    const [x, y] = [worth[one] ?? 0n, worth[other] ?? 0n]
    if (x !== y) return x > y
    const [first, second] = [lines[one], lines[other]]
    if (!first || !second) return false
    if (first.price !== second.price) return first.price > second.price
    if (first.qty !== second.qty) return first.qty > second.qty
    return first.product < second.product
  }
}

/** What a discount takes off each line, given what is left of each. */
function takenOff(discount: Discount | null, lines: DiscountedLine[], left: bigint[]) {
  if (!discount) return left.map(() => 0n)
  const places = placesFor(discount, lines)
  const worth = left.map((one, place) => (places.has(place) ? one : 0n))
  const cents =
    discount.percentBp === null
      ? lesser(big(discount.amount), total(worth))
      : nearest(total(worth) * big(discount.percentBp), 10_000n)
  return handedOut(cents, worth, lines)
}

function oracle({ lines, automatic, code, rates, wrap }: Cart) {
  const prices = lines.map(({ price, qty }) => big(price) * big(qty))
  const isActing = code !== null && placesFor(code, lines).size > 0
  const isOffTotal = isActing && code.percentBp === null && code.rule === null && !code.notOnSale
  const amount = isOffTotal ? big(code.amount) : 0n
  const outcomes = [null, ...automatic].map((discount) => {
    const first = takenOff(discount, lines, prices)
    const rest = prices.map((price, place) => price - (first[place] ?? 0n))
    const second = takenOff(isActing && !isOffTotal ? code : null, lines, rest)
    return { first, second, off: total(first) + total(second) }
  })
  let best = outcomes[0] as (typeof outcomes)[number]
  for (const outcome of outcomes) if (outcome.off > best.off) best = outcome
  const lineDiscounts = prices.map((_, place) => (best.first[place] ?? 0n) + (best.second[place] ?? 0n))

  const items = total(prices)
  const goods = items - best.off + (wrap !== null && lines.length > 0 ? big(wrap) : 0n)
  const afterAmount = goods - lesser(amount, goods)
  const shipping = isActing && code.freeShip ? 0n : shippingOf(rates, lines, afterAmount)
  const base = rates.tax.mode === 'flat' ? goods : afterAmount + (rates.tax.shipping ? shipping : 0n)
  const ppm = big(rates.tax.ppm)
  const whole = rates.tax.mode === 'included' ? 1_000_000n + ppm : 1_000_000n
  const tax = isActing && code.taxFree ? 0n : nearest(base * ppm, whole)
  const due = goods + shipping + (rates.tax.mode === 'included' ? 0n : tax)
  const paid = due - lesser(amount, due)
  return { items, shipping, tax, base, paid, discount: best.off + lesser(amount, due), lineDiscounts, prices }
}

function shippingOf({ shipping }: Rates, lines: DiscountedLine[], goods: bigint) {
  if (lines.length === 0) return 0n
  if (shipping.freeFrom !== undefined && goods >= big(shipping.freeFrom)) return 0n
  const units = total(lines.map(({ qty }) => big(qty)))
  const weight = total(lines.map(({ qty, grams }) => big(qty) * big(grams ?? shipping.usualGrams ?? 0)))
  const size = { pieces: units, goods, grams: weight + big(shipping.packingGrams ?? 0) }[shipping.by]
  return big(shipping.bands.find(({ upTo }) => upTo === null || size <= big(upTo))?.price ?? -1)
}

/** What refunds of so many units return in all, without the shipping: the share of what was paid for these units. */
function returnedFor(cart: Cart, units: number[], cents: bigint, { prices, lineDiscounts }: ReturnType<typeof oracle>) {
  const { lines } = cart
  const paid = prices.map((price, place) => price - (lineDiscounts[place] ?? 0n))
  const isFree = total(paid) === 0n
  const worth = (counts: number[]) =>
    total(
      counts.map((count, place) =>
        isFree ? big(count) : nearest((paid[place] ?? 0n) * big(count), big(lines[place]?.qty ?? 1)),
      ),
    )
  const all = worth(lines.map(({ qty }) => qty))
  return all === 0n ? 0n : nearest(cents * worth(units), all)
}

/** What is wrong with the price of a cart; undefined when nothing is. */
function difference(cart: Cart) {
  const exact = oracle(cart)
  const { figures, lineDiscounts, automaticDiscount, codeDiscount } = priced(cart)
  const pairs: [string, number, bigint][] = [
    ['items', figures.itemsPrice, exact.items],
    ['shipping', figures.shippingPrice, exact.shipping],
    ['tax', figures.taxPrice, exact.tax],
    ['base', figures.taxBase ?? Number(exact.base), exact.base],
    ['discount', figures.discount, exact.discount],
    ['total', figures.totalPrice, exact.paid],
    ['discounts', automaticDiscount + codeDiscount, total(exact.lineDiscounts)],
    ...lineDiscounts.map((share, place): [string, number, bigint] => [
      'line',
      share,
      exact.lineDiscounts[place] ?? -1n,
    ]),
  ]
  for (const [name, made, right] of pairs) if (BigInt(made) !== right) return `${name}: ${made}, not ${right}`
  if (figures.totalPrice < 0) return 'the total is below zero'
  for (const [place, { price, qty }] of cart.lines.entries()) {
    const share = lineDiscounts[place] ?? -1
    if (share < 0 || share > price * qty) return `a line of ${price * qty} has a discount of ${share}`
  }
  return refundDifference(cart, exact, figures, lineDiscounts)
}

function refundDifference(
  cart: Cart,
  exact: ReturnType<typeof oracle>,
  figures: ReturnType<typeof quote>,
  discounts: number[],
) {
  const { lines, refunded, rates } = cart
  const shippingTaxCents = rates.tax.shipping
    ? shippingTaxOf(figures.taxPrice, figures.shippingPrice, figures.taxBase ?? 0)
    : 0
  const shippingCostCents = figures.shippingPrice + (figures.taxIncluded ? 0 : shippingTaxCents)
  const order = {
    ...{ taxCents: figures.taxPrice, shippingCents: figures.shippingPrice, totalCents: figures.totalPrice },
    ...{ shippingTaxCents, shippingCostCents },
  }
  const lineOf = (place: number) => ({
    price: lines[place]?.price ?? 0,
    qty: lines[place]?.qty ?? 0,
    discount: discounts[place],
  })
  const first = refunded.map((now, place) => ({ ...lineOf(place), before: 0, now }))
  const rest = refunded.map((before, place) => ({ ...lineOf(place), before, now: (lines[place]?.qty ?? 0) - before }))
  const parts = piecesRefund(order, first, false)
  const shippingPaid = Math.min(shippingCostCents, figures.totalPrice)
  const right = returnedFor(cart, refunded, exact.paid - big(shippingPaid), exact)
  if (big(parts.cents) !== right) return `the first refund: ${parts.cents}, not ${right}`
  const last = piecesRefund(order, rest, true)
  const paid = lines.length === 0 ? shippingPaid : figures.totalPrice
  if (parts.cents + last.cents !== paid) return `refunds of ${parts.cents} and ${last.cents} of ${paid}`
  return undefined
}

/** What changes when the lines come in another order; undefined when nothing does. */
function orderDifference(cart: Cart) {
  const turned = { ...cart, lines: cart.lines.toReversed() }
  const [one, other] = [priced(cart), priced(turned)]
  const bags = [cart, turned].map(({ lines }, at) =>
    lines
      .map(({ product, price, qty }, place) => `${product} ${price * qty} ${[one, other][at]?.lineDiscounts[place]}`)
      .sort()
      .join(),
  )
  const isSame = JSON.stringify(one.figures) === JSON.stringify(other.figures) && bags[0] === bags[1]
  return isSame ? undefined : 'another order of the lines changes the price'
}

test('random carts with discounts, taxes, plans and refunds cost what an exact oracle says', { tags: ['B14'] }, ({
  task,
}) => {
  const carts = runs(20_000, 200_000)
  const cartOf = openGenerator(20_261_126)
  const seen = { discounted: 0, twice: 0, free: 0, refused: 0 }
  for (let count = 0; count < carts; count++) {
    const cart = cartOf()
    const problem = difference(cart) ?? orderDifference(cart)
    if (problem) expect.fail(`${problem} in cart ${count}: ${JSON.stringify(cart)}`)
    const { automaticDiscount, codeDiscount, figures } = priced(cart)
    if (automaticDiscount + codeDiscount > 0) seen.discounted++
    if (automaticDiscount > 0 && codeDiscount > 0) seen.twice++
    if (cart.lines.length > 0 && figures.totalPrice === 0) seen.free++
    if (cart.code && !acting(cart.code, cart.lines)) seen.refused++
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(carts / 200)
  figure(task, `${carts} carts with discounts and refunds: 0 differences from an exact oracle`)
})
