import type { ReactNode } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { Quote } from '#contract/pricing.ts'
import { TEXT } from '#contract/texts.ts'
import { Panel } from '../../ui/Panel.tsx'

type Props = { figures: Quote & { refunded?: number }; hasDiscount: boolean; children?: ReactNode }

/** The figures of an order, in cents; below them what can be done about it. */
export const OrderSummary = ({ figures, hasDiscount, children }: Props) => (
  <Panel>
    <div className="grid gap-5">
      <h2>{TEXT.orderSummary}</h2>
      <dl className="grid gap-3 tabular-nums">
        <Figure label="Items" cents={figures.itemsPrice} />
        <Figure label="Shipping" cents={figures.shippingPrice} />
        <Figure label="Tax" cents={figures.taxPrice} />
        {hasDiscount && <Figure label="Discount" cents={-figures.discount} />}
        <div className="flex justify-between gap-4 border-t border-line pt-4 text-lg font-semibold">
          <dt>Total</dt>
          <dd>{formatDollars(figures.totalPrice)}</dd>
        </div>
        {figures.refunded ? <Figure label="Refunded" cents={-figures.refunded} /> : null}
      </dl>
      {children}
    </div>
  </Panel>
)

const Figure = ({ label, cents }: { label: string; cents: number }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{label}</dt>
    <dd>{formatDollars(cents)}</dd>
  </div>
)
