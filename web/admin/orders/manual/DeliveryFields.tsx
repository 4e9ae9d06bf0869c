import type { ManualQuote } from '#contract/admin/orders.ts'
import { AGREED } from '#contract/rates.ts'
import { AddressFields } from '#web/shop/checkout/AddressFields.tsx'
import { MANUAL_ORDER } from '#web/texts/admin-manual-orders.ts'
import { Field } from '#web/ui/Field.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { type Errors, type Fields, WAYS } from './manual-draft.ts'

type Props = {
  fields: Fields
  errors: Errors
  quote: ManualQuote | undefined
  hasPickup: boolean
  onChoose(chosen: Partial<Fields>): void
}

/** How the order gets to its buyer: where it is shipped, and for which price. */
export function DeliveryFields({ fields, errors, quote, hasPickup, onChoose }: Props) {
  const ways = WAYS.filter((way) => way !== 'pickup' || hasPickup || fields.way === 'pickup')
  return (
    <>
      <RadioGroup
        name="way"
        legend={MANUAL_ORDER.way}
        isLegendShown
        value={fields.way}
        options={ways.map((way) => [way, MANUAL_ORDER.ways[way]])}
        onChange={(way) => onChoose({ way })}
      />
      {fields.way === 'shipping' && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <AddressFields saved={fields} errors={errors} />
          </div>
          <ShippingPrice fields={fields} errors={errors} quote={quote} onChoose={onChoose} />
        </>
      )}
    </>
  )
}

function ShippingPrice({ fields, errors, quote, onChoose }: Omit<Props, 'hasPickup'>) {
  const { methods = [], noShipping } = quote ?? {}
  const chosen = fields.method || quote?.method || (methods.length === 0 ? AGREED : '')
  return (
    <div className="grid gap-3">
      {noShipping && <p className="text-sm text-bad">{noShipping}</p>}
      <RadioGroup
        name="method"
        legend={MANUAL_ORDER.shippingPrice}
        isLegendShown
        value={methods.some(({ id }) => id === chosen) ? chosen : AGREED}
        options={[
          ...methods.map(({ id, name, price }) => [id, MANUAL_ORDER.method(name, price)] as const),
          [AGREED, MANUAL_ORDER.agreed],
        ]}
        onChange={(method) => onChoose({ method })}
      />
      {chosen === AGREED && (
        <div className="max-w-60">
          <Field
            label={MANUAL_ORDER.agreedPrice}
            name="agreed"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={fields.agreed}
            error={errors.agreed}
          />
        </div>
      )}
    </div>
  )
}
