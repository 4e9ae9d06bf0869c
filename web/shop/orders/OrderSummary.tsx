import type { AutomaticPart, OrderTax } from '#contract/orders.ts'
import type { Quote } from '#contract/pricing.ts'
import { TEXT } from '#contract/texts.ts'
import { ORDER_SUMMARY } from '#web/texts/checkout.ts'
import { Figure, Total } from './Figures.tsx'

/** Which amounts depend on an address that is not known yet. */
type UnknownParts = { shipping: boolean; tax: boolean }

type Props = {
  figures: Quote & { refunded?: number; tax?: OrderTax; automatic?: AutomaticPart | undefined }
  hasDiscount: boolean
  /** These amounts are not in the total either. */
  unknown?: UnknownParts
}

/** What the total is called: without a part that is still unknown it is not yet the total. */
export const totalLabel = ({ shipping, tax }: UnknownParts) =>
  shipping || tax ? ORDER_SUMMARY.totalSoFar : ORDER_SUMMARY.total

/** The amounts of an order. Props are in cents. */
export function OrderSummary({ figures, hasDiscount, unknown = NOTHING }: Props) {
  const { tax, automatic } = figures
  const ofCode = figures.discount - (automatic?.amount ?? 0)
  const isIncluded = figures.taxIncluded ?? tax?.isIncluded
  const label = isIncluded ? ORDER_SUMMARY.includedTax : ORDER_SUMMARY.tax
  const taxFigure = (
    <Figure
      label={tax ? ORDER_SUMMARY.taxAt(label, tax.place, tax.ppm / 10_000) : label}
      cents={unknown.tax ? ORDER_SUMMARY.afterAddress : figures.taxPrice}
    />
  )
  return (
    <section className="grid gap-5">
      <h2>{TEXT.orderSummary}</h2>
      <dl className="grid gap-3 tabular-nums">
        <Figure label={ORDER_SUMMARY.items} cents={figures.itemsPrice} />
        <Figure
          label={ORDER_SUMMARY.shipping}
          cents={unknown.shipping ? ORDER_SUMMARY.afterAddress : figures.shippingPrice}
        />
        {figures.wrapPrice !== undefined && <Figure label={ORDER_SUMMARY.wrap} cents={figures.wrapPrice} />}
        {!isIncluded && taxFigure}
        {automatic && <Figure label={automatic.name} cents={-automatic.amount} />}
        {hasDiscount && <Figure label={ORDER_SUMMARY.discount} cents={-ofCode} />}
        <Total label={totalLabel(unknown)} cents={figures.totalPrice} />
        {isIncluded && figures.taxPrice > 0 && taxFigure}
        {figures.refunded ? <Figure label={ORDER_SUMMARY.refunded} cents={-figures.refunded} /> : null}
      </dl>
    </section>
  )
}

const NOTHING: UnknownParts = { shipping: false, tax: false }
