import type { PlainPage } from '#contract/rendering.ts'
import { Total } from '#web/shop/orders/Figures.tsx'
import { ORDER_PAGE } from '#web/texts/checkout.ts'
import { ORDER_PLACED } from '#web/texts/plain-checkout.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { PLACED_KEY } from './placed-order.ts'

type Props = Extract<PlainPage, { placed: unknown }>

/** Says that an order is placed that was sent without JavaScript. A script of this page alone goes on to the card form. */
export const OrderPlaced = ({ placed: { id, number, total } }: Props) => (
  <div id={PLACED_KEY} data-order={id} className="mx-auto grid w-full max-w-xl gap-8 px-5 pt-8 pb-10 sm:px-8 lg:py-14">
    <Head title={ORDER_PLACED.title} noIndex />
    <h1>{ORDER_PLACED.title}</h1>
    <Panel>
      <div className="grid gap-5">
        <h2>{ORDER_PAGE.numbered(number)}</h2>
        <dl className="tabular-nums">
          <Total label={ORDER_PLACED.total} cents={total} />
        </dl>
        <p>
          {ORDER_PLACED.mailed} {ORDER_PLACED.toPay}
        </p>
        <p className="text-muted">
          {ORDER_PLACED.notReserved} {ORDER_PLACED.again}
        </p>
      </div>
    </Panel>
    <ButtonLink to="/shop" variant="secondary">
      {ORDER_PAGE.keepBrowsing}
    </ButtonLink>
  </div>
)
