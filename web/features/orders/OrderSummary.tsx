import type { Quote } from '#contract/pricing.ts'
import { TEXT } from '#contract/texts.ts'
import { ORDER_SUMMARY } from '../../texts/checkout.ts'
import { Figure, Total } from './Figures.tsx'

type Props = { figures: Quote & { refunded?: number }; hasDiscount: boolean }

/** The amounts of an order. Props are in cents. */
export const OrderSummary = ({ figures, hasDiscount }: Props) => (
  <section className="grid gap-5">
    <h2>{TEXT.orderSummary}</h2>
    <dl className="grid gap-3 tabular-nums">
      <Figure label={ORDER_SUMMARY.items} cents={figures.itemsPrice} />
      <Figure label={ORDER_SUMMARY.shipping} cents={figures.shippingPrice} />
      {figures.wrapPrice !== undefined && <Figure label={ORDER_SUMMARY.wrap} cents={figures.wrapPrice} />}
      <Figure label={ORDER_SUMMARY.tax} cents={figures.taxPrice} />
      {hasDiscount && <Figure label={ORDER_SUMMARY.discount} cents={-figures.discount} />}
      <Total label={ORDER_SUMMARY.total} cents={figures.totalPrice} />
      {figures.refunded ? <Figure label={ORDER_SUMMARY.refunded} cents={-figures.refunded} /> : null}
    </dl>
  </section>
)
