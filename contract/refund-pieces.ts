import { halfUp } from './half-up.ts'

/** The amounts of an order that its units and its shipping share, in cents. */
type OrderAmounts = {
  taxCents: number
  shippingCents: number
  totalCents: number
  /** The part of the tax that is on the shipping. */
  shippingTaxCents: number
  /** What the shipping cost with that tax, which is in it when the prices include the tax. */
  shippingCostCents: number
}

/**
 * A line of an order: the price of a unit and what discounts took off all of its units, in cents, and how many units were
 * refunded before and are refunded now.
 */
export type RefundedLine = { price: number; qty: number; discount?: number | undefined; before: number; now: number }

/**
 * What a refund of units and of shipping returns, in cents, with the tax and the shipping in it. Each unit has its share
 * of what the order cost without shipping, by its price after the discount of its line: gift wrap, tax and an amount off
 * the total are spread over all units. What is left of such an amount after that is off the shipping. Rounded on the sum
 * of all units refunded so far, so that any split of an order adds up to its total.
 */
export function piecesRefund(order: OrderAmounts, lines: readonly RefundedLine[], withShipping: boolean) {
  const isFree = lines.every((line) => paidFor(line, line.qty) === 0)
  const worthOf = (units: (line: RefundedLine) => number) =>
    lines.reduce((sum, line) => sum + (isFree ? units(line) : paidFor(line, units(line))), 0)
  const before = worthOf((line) => line.before)
  const after = worthOf((line) => line.before + line.now)
  const all = worthOf((line) => line.qty)
  const shareOf = (cents: number) => (all === 0 ? 0 : halfUp(cents * after, all) - halfUp(cents * before, all))
  const shippingPaid = Math.min(order.shippingCostCents, order.totalCents)
  return {
    cents: shareOf(order.totalCents - shippingPaid) + (withShipping ? shippingPaid : 0),
    taxCents: shareOf(order.taxCents - order.shippingTaxCents) + (withShipping ? order.shippingTaxCents : 0),
    shippingCents: withShipping ? order.shippingCents : 0,
  }
}

/** The price of so many units of a line after their share of its discount, in cents. */
const paidFor = ({ price, qty, discount = 0 }: RefundedLine, units: number) =>
  halfUp((price * qty - discount) * units, qty)

/** What is left of the payment in cents, and whether an earlier refund returned the shipping. */
type Left = { left: number; isShippingRefunded: boolean }

/**
 * As `piecesRefund`, but at most what is left of the payment, and all of that when neither units nor shipping remain
 * after it.
 */
export function limitedPiecesRefund(
  order: OrderAmounts,
  lines: readonly RefundedLine[],
  withShipping: boolean,
  { left, isShippingRefunded }: Left,
) {
  const parts = piecesRefund(order, lines, withShipping)
  const isAny = withShipping || lines.some(({ now }) => now > 0)
  const isShippingOver = withShipping || isShippingRefunded || order.shippingCents === 0
  return { ...parts, cents: isAny && isShippingOver && isRest(lines) ? left : Math.min(left, parts.cents) }
}

/** Whether no unit of the lines remains after the refund. */
export const isRest = (lines: readonly RefundedLine[]) => lines.every(({ qty, before, now }) => before + now === qty)

/** The tax on the shipping of an order in cents: its share of the base of the tax. */
export const shippingTaxOf = (taxCents: number, shippingCents: number, taxBaseCents: number) =>
  taxBaseCents === 0 ? 0 : Math.min(taxCents, halfUp(taxCents * shippingCents, taxBaseCents))
