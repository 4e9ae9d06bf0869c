import { useId, useState } from 'react'
import { HOME, placeOf, wholeZip } from '#contract/addresses.ts'
import { type ShippingPlan, zoneOf } from '#contract/admin/shipping-plan.ts'
import { parseCents } from '#contract/amounts.ts'
import { formatDollars } from '#contract/money.ts'
import { parseNumber } from '#contract/numbers.ts'
import { type Quote, quote, type ShippingPrices, type TaxRate } from '#contract/pricing.ts'
import { otherStateOfZip } from '#contract/zip-codes.ts'
import { useRatesQuery } from '#web/shop/cart/ratesApi.ts'
import { SHIPPING_PLAN_TEXTS } from '#web/texts/admin-shipping.ts'
import { Field, SelectField } from '#web/ui/Field.tsx'
import { allPlaces } from './place-names.ts'
import { planOf } from './plan-draft.ts'

const T = SHIPPING_PLAN_TEXTS

/** What the plan, as it is typed, charges for a package to a place, with the tax of the saved settings. */
export function TryPlan({ text }: { text: string }) {
  const id = useId()
  const [code, setCode] = useState('US-CO')
  const [zip, setZip] = useState('')
  const [pieces, setPieces] = useState('1')
  const [goods, setGoods] = useState('20')
  const [country = '', state = ''] = code.split('-')
  const whole = country === HOME ? wholeZip(zip) : ''
  const elsewhere = whole && otherStateOfZip(whole, state)
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-md bg-sand p-4 sm:p-5">
      <div>
        <h2 id={id} className="font-sans text-base font-semibold">
          {T.try}
        </h2>
        <p className="text-sm text-muted">{T.tryAbout}</p>
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className={country === HOME ? '' : 'col-span-2'}>
          <SelectField label={T.tryState} value={code} onChange={({ target }) => setCode(target.value)}>
            {allPlaces()
              .filter(([place]) => place !== HOME && place !== '*')
              .map(([place, name]) => (
                <option key={place} value={place}>
                  {name}
                </option>
              ))}
          </SelectField>
        </div>
        {country === HOME && (
          <Field
            label={T.tryZip}
            inputMode="numeric"
            maxLength={10}
            autoComplete="off"
            value={zip}
            hint={elsewhere ? T.tryZipElsewhere(elsewhere) : undefined}
            onChange={({ target }) => setZip(target.value)}
          />
        )}
        <Field
          label={T.tryPieces}
          inputMode="numeric"
          value={pieces}
          onChange={({ target }) => setPieces(target.value)}
        />
        <Field label={T.tryGoods} inputMode="decimal" value={goods} onChange={({ target }) => setGoods(target.value)} />
      </div>
      <div role="status">
        <Answer
          text={text}
          to={{ countryCode: country, state, postalCode: whole }}
          pieces={parseNumber(pieces) ?? 0}
          goods={parseCents(goods) ?? 0}
        />
      </div>
    </section>
  )
}

type To = { countryCode: string; state: string; postalCode: string }
type AnswerProps = { text: string; to: To; pieces: number; goods: number }

function Answer({ text, to, pieces, goods }: AnswerProps) {
  const place = placeOf(to)
  const { data } = useRatesQuery(place)
  const { plan } = planOf(text)
  if (!plan) return <p>{T.tryProblem}</p>
  const methods = zoneOf(plan, place)?.methods ?? []
  const lines = linesOf(plan, pieces, goods)
  const priced = (shipping: ShippingPrices, tax: TaxRate = NO_TAX) => quote({ tax, shipping }, lines)
  return (
    <div className="grid gap-3">
      {methods.length === 0 && <p>{T.tryNothing}</p>}
      {(methods.length > 0 || plan.pickup) && (
        <dl className="grid gap-3">
          {methods.map((method) => (
            <Way
              key={method.id}
              name={method.name}
              figures={priced({ ...method, ...plan }, data?.tax)}
              tax={data?.tax}
            />
          ))}
          {plan.pickup && (
            <Way
              name={T.tryPickup}
              figures={priced(FREE, data?.pickupTax ?? data?.tax)}
              tax={data?.pickupTax ?? data?.tax}
            />
          )}
        </dl>
      )}
    </div>
  )
}

const NO_TAX: TaxRate = { ppm: 0, mode: 'flat', shipping: false }
const FREE: ShippingPrices = { by: 'pieces', bands: [{ upTo: null, price: 0 }] }

/** So many pieces that cost so much together. */
const linesOf = ({ usualGrams: grams }: ShippingPlan, pieces: number, goods: number) =>
  pieces > 0
    ? [
        { price: goods, qty: 1, grams },
        { price: 0, qty: pieces - 1, grams },
      ]
    : []

type WayProps = { name: string; figures: Quote; tax: TaxRate | undefined }

/** A way to ship with its price, and with tax and total once the tax is known. */
const Way = ({ name, figures: { shippingPrice, taxPrice, totalPrice, taxIncluded }, tax }: WayProps) => (
  <div className="grid grid-cols-[1fr_auto] gap-x-4">
    <dt className="min-w-0 wrap-anywhere">{name}</dt>
    <dd className="tabular-nums">{shippingPrice === 0 ? T.free : formatDollars(shippingPrice)}</dd>
    {tax && (
      <dd className="col-span-2 text-sm text-muted">
        {T.tryTax(formatDollars(taxPrice), tax.ppm / 10_000, formatDollars(totalPrice), taxIncluded === true)}
      </dd>
    )}
  </div>
)
