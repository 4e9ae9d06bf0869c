import type { PlainCheckout as Shown } from '#contract/rendering.ts'
import { TEXT } from '#contract/texts.ts'
import { closedButtonText } from '#contract/time-off.ts'
import { OrderSummary } from '#web/shop/orders/OrderSummary.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { PolicyLinks } from '#web/shop/text-pages/PolicyLinks.tsx'
import { PLACE_ORDER, SHIPPING } from '#web/texts/checkout.ts'
import { PLAIN_CHECKOUT } from '#web/texts/plain-checkout.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { PlainAlert } from '#web/ui/PlainAlert.tsx'
import { TotalCard } from '#web/ui/TotalCard.tsx'
import { CheckoutOptions } from './CheckoutOptions.tsx'
import { ORDER_POLICIES } from './OrderTotal.tsx'
import { PlainAddress, PlainGift, PlainProduct } from './PlainFields.tsx'
import { plainErrors } from './plain-errors.ts'

type Props = { checkout: Shown }

/** Where a browser begins to read the page that a form has sent it. */
const PROBLEM = 'problem'

/**
 * The page that orders one product without JavaScript. It is a single form, which the server checks and shows again with
 * all that was typed.
 */
export function PlainCheckout({ checkout }: Props) {
  const { product, typed } = checkout
  const errors = plainErrors(checkout)
  return (
    <form
      method="post"
      action={`/checkout/${product._id}#${PROBLEM}`}
      className="mx-auto grid w-full max-w-page gap-8 px-5 pt-8 pb-10 sm:px-8 lg:py-14"
    >
      <Head title={PLAIN_CHECKOUT.title} noIndex />
      <input type="hidden" name="key" value={typed.key} />
      <header className="grid max-w-prose gap-4">
        <h1>{PLAIN_CHECKOUT.title}</h1>
        <p>
          {PLAIN_CHECKOUT.lead} {PLAIN_CHECKOUT.howPaid}
        </p>
      </header>
      <Problem checkout={checkout} isIncomplete={Object.keys(errors).length > 0} />
      <div className="flex flex-col gap-8 lg:grid lg:grid-cols-5 lg:gap-12 xl:grid-cols-3">
        <div className="grid content-start gap-8 lg:col-span-3 xl:col-span-2">
          <PlainProduct checkout={checkout} errors={errors} />
          <PlainAddress checkout={checkout} errors={errors} />
          <PlainGift typed={typed} errors={errors} />
          <CheckoutOptions typed={typed} />
          <PolicyLinks slugs={ORDER_POLICIES} />
        </div>
        <div className="max-lg:contents lg:col-span-2 xl:col-span-1">
          <Price checkout={checkout} errors={errors} />
        </div>
      </div>
    </form>
  )
}

/** What is wrong with the form, or what its sender is asked about. */
function Problem({ checkout, isIncomplete }: Props & { isIncomplete: boolean }) {
  const { product, problem, asksState, newTotal, figures, isSent } = checkout
  const error = problem ?? (isSent && isIncomplete ? PLAIN_CHECKOUT.check : asksState && SHIPPING.zipQuestion)
  return (
    <div id={PROBLEM} tabIndex={-1} className="grid gap-3 outline-none empty:hidden">
      {error && <PlainAlert>{error}</PlainAlert>}
      {!error && newTotal && figures && <Alert kind="info">{PLAIN_CHECKOUT.newTotal(figures.totalPrice)}</Alert>}
      {problem && (
        <p>
          <ButtonLink to={`/products/${product.slug}`} variant="quiet">
            {PLAIN_CHECKOUT.back}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}

/** The amounts once they are known, the discount code and the button. */
function Price({ checkout, errors }: Props & { errors: Record<string, string> }) {
  const { typed, bought, figures } = checkout
  const closedText = closedButtonText(useShop().closed)
  const isOrderable = bought.qty > 0 && !closedText
  const code = (
    <Field
      label={PLAIN_CHECKOUT.code}
      name="code"
      autoComplete="off"
      maxLength={100}
      defaultValue={typed.code}
      error={errors.code}
    />
  )
  if (!figures)
    return (
      <Panel>
        <div className="grid gap-5">
          {code}
          <p className="text-muted">{PLAIN_CHECKOUT.addressFirst}</p>
          <Button disabled={!isOrderable}>{closedText ?? PLAIN_CHECKOUT.showTotal}</Button>
        </div>
      </Panel>
    )
  return (
    <TotalCard
      label={PLACE_ORDER.total}
      total={figures.totalPrice}
      action={<Button disabled={!isOrderable}>{closedText ?? TEXT.placeOrder}</Button>}
    >
      {code}
      <Button variant="secondary" name="update" value="1" formNoValidate>
        {PLAIN_CHECKOUT.update}
      </Button>
      <hr className="border-line" />
      <OrderSummary figures={figures} hasDiscount={figures.discount > 0} />
      <input type="hidden" name="total" value={figures.totalPrice} />
    </TotalCard>
  )
}
