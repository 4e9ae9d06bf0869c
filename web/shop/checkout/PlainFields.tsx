import { wholeZip } from '#contract/addresses.ts'
import { checkAnswers } from '#contract/answers.ts'
import { arrivalText } from '#contract/arrival-texts.ts'
import { answerField, answersIn, valuesIn } from '#contract/buy-fields.ts'
import { dayOf, formatCalendarDay } from '#contract/dates.ts'
import { ABROAD } from '#contract/messages.ts'
import type { PlainCheckout } from '#contract/rendering.ts'
import { arrivalDays, shipByDay } from '#contract/ship-by.ts'
import { TEXT } from '#contract/texts.ts'
import { EmailField } from '#web/shop/accounts/EmailField.tsx'
import { zipDoubt } from '#web/shop/addresses/validation.ts'
import { AnswerFields } from '#web/shop/catalog/AnswerFields.tsx'
import { ChoiceFields } from '#web/shop/catalog/ChoiceFields.tsx'
import { OrderLines } from '#web/shop/orders/OrderLines.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { toCartItem } from '#web/shop/visitor/cart.ts'
import { GUEST } from '#web/texts/account.ts'
import { CART, GIFT } from '#web/texts/checkout.ts'
import { PLAIN_CHECKOUT } from '#web/texts/plain-checkout.ts'
import { PRODUCT } from '#web/texts/product.ts'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QuantitySelect } from '#web/ui/QuantitySelect.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { AddressFields } from './AddressFields.tsx'
import { MethodList } from './ShippingMethods.tsx'

type Errors = Record<string, string>
type Props = { checkout: PlainCheckout; errors: Errors }

/** The form works without events. */
const ignore = () => undefined

/** What is ordered, with its choice, the answers and the quantity. */
export function PlainProduct({ checkout: { product, bought, typed }, errors }: Props) {
  const fields = { get: (name: string) => typed[name] ?? null }
  const answers = answersIn(fields, bought.asks)
  const qty = Number(typed.qty)
  const line = toCartItem(bought, qty, checkAnswers(bought.asks ?? [], answers).answers)
  return (
    <section className="grid gap-5">
      <h2>{PLAIN_CHECKOUT.piece}</h2>
      <OrderLines items={[line]} />
      <ShipsBy checkout={{ bought }} />
      <ChoiceFields product={product} chosen={valuesIn(fields, product.axes)} onChoose={ignore} />
      <AnswerFields
        questions={bought.asks ?? []}
        answers={answers}
        errorOf={(key) => errors[answerField(key)]}
        onAnswer={ignore}
        onLeave={ignore}
      />
      {bought.qty > 1 && (
        <div className="flex flex-wrap items-center gap-3">
          <span aria-hidden="true" className="text-sm font-medium">
            {PRODUCT.quantity}
          </span>
          <QuantitySelect value={qty} max={bought.qty} label={PRODUCT.quantity} name="qty" onChange={ignore} />
        </div>
      )}
    </section>
  )
}

/** By which day the piece ships if it is ordered today; nothing without a promise, or while the shop takes no orders. */
function ShipsBy({ checkout: { bought } }: { checkout: Pick<PlainCheckout, 'bought'> }) {
  const shop = useShop()
  if (shop.closed?.orders === 'stop' || bought.qty === 0) return null
  const day = shipByDay(shop, dayOf(new Date(), shop.timeZone), [bought.makeDays?.max ?? null])
  return day && <p className="text-sm text-muted">{CART.shipsBy(formatCalendarDay(day))}</p>
}

/** Who buys, where it goes and, once that is known, how it gets there. */
export function PlainAddress({ checkout, errors }: Props) {
  const { typed } = checkout
  const hint = zipDoubt(typed)
  return (
    <section className="grid gap-5">
      <h2>{PLAIN_CHECKOUT.to}</h2>
      <Panel>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={TEXT.name}
            name="name"
            autoComplete="name"
            maxLength={100}
            defaultValue={typed.name}
            error={errors.name}
            required
          />
          <EmailField label={GUEST.email} autoComplete="email" defaultValue={typed.email} error={errors.email} />
          <AddressFields
            saved={typed}
            errors={errors}
            zipHint={hint ?? undefined}
            abroadNote={ABROAD.duties}
            plain={PLAIN_CHECKOUT.fields}
          />
        </div>
      </Panel>
      {hint && <input type="hidden" name="zipAsked" value={`${typed.state} ${wholeZip(typed.postalCode ?? '')}`} />}
      <div className="pt-3 empty:hidden">
        <Methods checkout={checkout} />
      </div>
    </section>
  )
}

function Methods({ checkout: { methods, method, bought } }: { checkout: PlainCheckout }) {
  const shop = useShop()
  const shipBy = shipByDay(shop, dayOf(new Date(), shop.timeZone), [bought.makeDays?.max ?? null])
  const shownMethods = methods.map(({ id, name, price, days, pickup }) => ({
    ...{ id, name, price, pickup },
    ...(days && shipBy && { arrives: arrivalText(arrivalDays(shop, shipBy, days), pickup !== undefined) }),
  }))
  return <MethodList name="shippingMethod" methods={shownMethods} chosen={method} choose={ignore} />
}

/** Gift wrap, where the shop offers it, and a note: both folded, because few need them. */
export function PlainGift({ typed, errors }: { typed: PlainCheckout['typed']; errors: Errors }) {
  const { wrapPrice } = useShop()
  const isGift = Boolean(typed.giftWrap || typed.giftNote || errors.giftNote)
  return (
    <details open={isGift} className="group">
      <summary className="inline-flex min-h-11 w-fit cursor-pointer items-center gap-2 text-accent underline underline-offset-4">
        {GIFT.isGift}
        <Icon name="down" className="size-4 group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 pt-4">
        <p className="text-sm text-muted">{GIFT.noPrices}</p>
        {wrapPrice !== null && (
          <CheckField label={GIFT.wrap(wrapPrice)} name="giftWrap" defaultChecked={Boolean(typed.giftWrap)} />
        )}
        <TextAreaField
          label={GIFT.note}
          name="giftNote"
          {...(errors.giftNote && { error: errors.giftNote })}
          className="min-h-28"
          defaultValue={typed.giftNote}
        />
      </div>
    </details>
  )
}
