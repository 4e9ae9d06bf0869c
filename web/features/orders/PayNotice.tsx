import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { UNPAID_ORDER } from '../../texts/checkout.ts'

/** Says that the order is not finished: what is left to pay, and that nothing is set aside before. */
export const PayNotice = ({ order: { totalPrice } }: { order: Order }) => (
  <section
    aria-labelledby="one-more-step"
    className="grid gap-1 rounded-lg border border-accent/25 bg-accent-soft px-5 py-4 print:hidden sm:px-6"
  >
    <h2 id="one-more-step">{UNPAID_ORDER.title}</h2>
    <p>
      {totalPrice > 0 ? UNPAID_ORDER.pay(formatDollars(totalPrice)) : UNPAID_ORDER.complete} {UNPAID_ORDER.notHeld}
    </p>
  </section>
)
