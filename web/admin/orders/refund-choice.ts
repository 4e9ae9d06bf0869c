import type { NewRefund, Refundable } from '#contract/admin/orders.ts'
import type { Order } from '#contract/orders.ts'
import { limitedPiecesRefund } from '#contract/refund-pieces.ts'

/** What is chosen to refund: units by the lines of the order, the lines to restock, and the shipping. */
export type Pieces = {
  units: Readonly<Record<number, number>>
  restocked: readonly number[]
  withShipping: boolean
}

/**
 * The pieces that an address names, as many as are left to refund: `1x2,3x1` are two units of line 1 and one of line 3.
 * Other text names none.
 */
export function piecesNamed(text: string, { items }: Pick<Refundable, 'items'>): Pieces {
  const named = [...text.matchAll(/(?:^|,)(\d{1,4})x(\d{1,5})(?=,|$)/g)].map(([, line, qty]) => [line, qty].map(Number))
  const left = new Map(items.map(({ line, qty, refunded }) => [line, qty - refunded]))
  const units = named.flatMap(([line = 0, qty = 0]) => {
    const most = Math.min(qty, left.get(line) ?? 0)
    return most > 0 ? [[line, most]] : []
  })
  return { units: Object.fromEntries(units), restocked: [], withShipping: false }
}

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
  const lines = items.map(({ line, price, qty, discount, refunded }) => ({
    ...{ price, qty, discount, before: refunded },
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
