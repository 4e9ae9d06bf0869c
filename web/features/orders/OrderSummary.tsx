import type { Quote } from '#contract/pricing.ts'
import { TEXT } from '#contract/texts.ts'
import { Figure, Total } from './Figures.tsx'

type Props = { figures: Quote & { refunded?: number }; hasDiscount: boolean }

/** The figures of an order, in cents. */
export const OrderSummary = ({ figures, hasDiscount }: Props) => (
  <section className="grid gap-5">
    <h2>{TEXT.orderSummary}</h2>
    <dl className="grid gap-3 tabular-nums">
      <Figure label="Items" cents={figures.itemsPrice} />
      <Figure label="Shipping" cents={figures.shippingPrice} />
      <Figure label="Tax" cents={figures.taxPrice} />
      {hasDiscount && <Figure label="Discount" cents={-figures.discount} />}
      <Total label="Total" cents={figures.totalPrice} />
      {figures.refunded ? <Figure label="Refunded" cents={-figures.refunded} /> : null}
    </dl>
  </section>
)
