import type { NewRefund, Refundable } from '#contract/admin/orders.ts'
import type { Order } from '#contract/orders.ts'
import { limitedPiecesRefund } from '#contract/refund-pieces.ts'

/** What is chosen to refund: units by the lines of the order, the lines to restock, and the shipping. */
export type Pieces = {
  units: Readonly<Record<number, number>>
  restocked: readonly number[]
  withShipping: boolean
}

export const NO_PIECES: Pieces = { units: {}, restocked: [], withShipping: false }

/** Whether nothing is chosen. */
export const isNothing = (pieces: Pieces) => chosenItems(pieces).length === 0 && !pieces.withShipping

/** The lines of the refund request. A line to restock restocks as many units as it refunds. */
export const chosenItems = ({ units, restocked }: Pieces): NonNullable<NewRefund['items']> =>
  Object.entries(units)
    .filter(([, qty]) => qty > 0)
    .map(([line, qty]) => ({ line: Number(line), qty, restock: restocked.includes(Number(line)) ? qty : 0 }))

/** What the chosen pieces come to, in cents, as the server computes it. */
export function amountOf(order: Order, refundable: Refundable, pieces: Pieces) {
  const { items, shippingTax, shippingCost } = refundable
  const { taxPrice: taxCents, shippingPrice: shippingCents, totalPrice: totalCents } = order
  const lines = items.map(({ line, price, qty, refunded }) => ({
    ...{ price, qty, before: refunded },
    now: pieces.units[line] ?? 0,
  }))
  const amounts = {
    taxCents,
    shippingCents,
    totalCents,
    shippingTaxCents: shippingTax,
    shippingCostCents: shippingCost,
  }
  return limitedPiecesRefund(amounts, lines, pieces.withShipping, refundable).cents
}
