// How what is left of a paid order is shared among its lines. All amounts are cents.
import type { ProductCosts } from '#contract/admin/costs.ts'
import { cardFee } from '#contract/admin/earnings.ts'
import type { Fees } from '#contract/admin/fees.ts'
import { halfUp } from '#contract/half-up.ts'

type SoldItem = {
  line: number
  product: string
  price: number
  qty: number
  /** Null when nobody had entered them by the time of the payment. */
  costs: ProductCosts | null
}

/** A completed refund without its tax; its items are empty when it is of an amount or of all. */
type PaidBack = { cents: number; fee: number; items: { line: number; qty: number; restock: number }[] }

export type SoldOrder = {
  /** The total that the buyer paid, without tax. */
  cents: number
  /** The total with tax, by which a fee is estimated that the card service has not reported yet. */
  paid: number
  byCard: boolean
  fee: number | null
  refunds: PaidBack[]
  /** Whether a package goes to the buyer, and whether the order was refunded before it left. */
  isMailed: boolean
  neverLeft: boolean
  lines: SoldItem[]
}

/** What one line of an order brought and cost; without costs when they were not known. */
export type LineEarnings = {
  product: string
  pieces: number
  revenue: number
  fees: number
  costs: number | null
  minutes: number | null
}

/**
 * What each line of an order brought and cost. Shipping, discount and fee are shared by the prices of the lines, and so
 * is a refund, among the lines that it names. Rounded on the sum of the lines so far, half a cent up, so that the lines
 * add up to the order. Products that were put back cost no material and no work; postage is that of one package, of the
 * product that costs most to mail.
 */
export function orderEarnings(order: SoldOrder, fees: Fees): LineEarnings[] {
  const { lines, refunds } = order
  const worths = worthsOf(lines, ({ qty }) => qty)
  const fee = feeOf(order, fees) + refunds.reduce((sum, refund) => sum + refund.fee, 0)
  const sharedFee = shares(fee, worths)
  const sharedSale = shares(order.cents, worths)
  const sharedRefunds = refunds.map((refund) => shares(refund.cents, worthsOfRefund(lines, refund)))
  const parcelCount = order.neverLeft ? 0 : 1
  const mailedPlace = order.isMailed && !order.neverLeft ? dearest(lines) : -1
  return lines.map(({ line, product, qty, costs }, at) => {
    const back = refunds.reduce((sum, { items }) => sum + (items.find((item) => item.line === line)?.restock ?? 0), 0)
    const qtyKept = qty - back
    return {
      product,
      pieces: qtyKept,
      revenue: sharedRefunds.reduce((rest, sharedRefund) => rest - (sharedRefund[at] ?? 0), sharedSale[at] ?? 0),
      fees: sharedFee[at] ?? 0,
      costs:
        costs &&
        costs.material * qtyKept + costs.packaging * qty * parcelCount + (at === mailedPlace ? costs.postage : 0),
      minutes: costs?.minutes == null ? null : costs.minutes * qtyKept,
    }
  })
}

/** The fee of its payment: as the card service charges it, else by the rate. */
const feeOf = ({ byCard, fee, paid }: SoldOrder, fees: Fees) => (byCard ? (fee ?? cardFee(fees, paid)) : 0)

/** What each line weighs in a share: the price of its units, or their number where all are free. */
function worthsOf(items: readonly SoldItem[], units: (line: SoldItem) => number) {
  const worths = items.map((item) => item.price * units(item))
  return worths.some((worth) => worth > 0) ? worths : items.map(units)
}

function worthsOfRefund(soldItems: readonly SoldItem[], { items }: PaidBack) {
  const worthOfItems = worthsOf(soldItems, ({ line }) => items.find((item) => item.line === line)?.qty ?? 0)
  return worthOfItems.some((worth) => worth > 0) ? worthOfItems : worthsOf(soldItems, ({ qty }) => qty)
}

/** An amount shared by weight, so that the shares add up to it. */
function shares(cents: number, worths: readonly number[]) {
  const all = worths.reduce((sum, worth) => sum + worth, 0)
  let before = 0
  return worths.map((worth) => {
    const share = halfUp(cents * (before + worth), all) - halfUp(cents * before, all)
    before += worth
    return share
  })
}

/** The place of the line whose product costs most to mail; the first one of several. */
const dearest = (items: readonly SoldItem[]) => {
  const postages = items.map(({ costs }) => costs?.postage ?? 0)
  return postages.indexOf(Math.max(...postages))
}
