// What a stand still has to offer, and what it costs there without asking the shop.
import type { Stand, StandProduct } from '#contract/admin/orders.ts'
import { type Quote, quote } from '#contract/pricing.ts'
import { discountOf, type Line, lineOf, type ManualDraft } from './manual-draft.ts'

/** The products with what is left of them when so many units of each id are sold. */
export const productsAfter = (products: readonly StandProduct[], units: ReadonlyMap<string, number>): StandProduct[] =>
  products.map((product) => productLeft(product, units))

function productLeft({ choices, ...product }: StandProduct, units: ReadonlyMap<string, number>): StandProduct {
  const leftOf = ({ _id, qty }: { _id: string; qty: number }) => Math.max(0, qty - (units.get(_id) ?? 0))
  if (!choices) return { ...product, qty: leftOf(product) }
  const choicesLeft = choices.map((choice) => ({ ...choice, qty: leftOf(choice) }))
  return { ...product, choices: choicesLeft, qty: choicesLeft.reduce((sum, { qty }) => sum + qty, 0) }
}

/** How many units of a product are in the lines, of all its choices. */
export const unitsOf = ({ _id, choices = [] }: Pick<StandProduct, '_id' | 'choices'>, lines: readonly Line[]) =>
  lines.reduce(
    (sum, { product, qty }) => sum + (product === _id || choices.some((choice) => choice._id === product) ? qty : 0),
    0,
  )

/** Whether a product has every one of these words in its name. */
export function hasWords({ name }: Pick<StandProduct, 'name'>, text: string) {
  const lowerName = name.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowerName.includes(word))
}

/** The lines at the prices and in the stock of the stand; undefined where one is of a product that it does not have. */
export function standLines(lines: readonly Line[], products: readonly StandProduct[]): Line[] | undefined {
  const present = lines.map((line) => {
    const product = products.find((one) => unitsOf(one, [line]) > 0)
    const choice = product?.choices?.find(({ _id }) => _id === line.product)
    const answers = Object.fromEntries(line.answers.map(({ key, answer }) => [key, answer]))
    return product && { ...lineOf(product, choice, answers), qty: line.qty }
  })
  return present.some((line) => line === undefined) ? undefined : (present as Line[])
}

const FREE = { by: 'pieces', bands: [{ upTo: null, price: 0 }] } as const

/**
 * What a draft costs that is handed over; undefined where only the shop knows: it has a coupon, is sent or picked up, or
 * has a product that the stand does not.
 */
export function standQuote({ lines, fields }: Pick<ManualDraft, 'lines' | 'fields'>, stand: Stand): Quote | undefined {
  const present = standLines(lines, stand.products)
  if (fields.way !== 'hand' || fields.code?.trim() || !present || present.length === 0) return undefined
  const amount = discountOf(fields)
  return quote({ tax: stand.tax, shipping: FREE }, present, amount ? { amount, freeShip: false, taxFree: false } : null)
}
