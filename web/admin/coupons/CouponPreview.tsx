import { useState } from 'react'
import { placeOf, wholeZip } from '#contract/addresses.ts'
import type { Coupon } from '#contract/admin/coupons.ts'
import { formatDollars } from '#contract/money.ts'
import { ratesBy } from '#contract/offered-methods.ts'
import { flatRates, type Quote, quote } from '#contract/pricing.ts'
import { stateOfZip } from '#contract/zip-codes.ts'
import { useRatesQuery } from '#web/shop/cart/ratesApi.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { COUPON_PREVIEW } from '#web/texts/admin.ts'
import { DISCOUNT_FIELDS } from '#web/texts/admin-discounts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { type CouponDraft, couponObstacles, effectOf, sentenceOf } from './coupon-draft.ts'
import { useGoodsNames } from './DiscountFields.tsx'
import { itemsOf, ONE_ITEM, SampleCart } from './SampleCart.tsx'

/** Previews the effect of the unsaved coupon on a sample cart, with the reasons why shoppers cannot use it. */
export function CouponPreview({ draft, saved }: { draft: CouponDraft; saved: Coupon }) {
  const [rows, setRows] = useState(ONE_ITEM)
  const shop = useShop()
  const obstacles = couponObstacles(draft, saved, { now: new Date(), timeZone: shop.timeZone })
  const lines = itemsOf(rows)
  const effect = effectOf(draft, lines)
  const sentence = sentenceOf(draft, useGoodsNames())
  const [zip, setZip] = useState('')
  const rates = useSampleRates(zip)
  const without = quote(rates, lines)
  return (
    <section aria-labelledby="rehearsal">
      <Panel>
        <div className="grid gap-6">
          <header className="grid gap-1">
            <h2 id="rehearsal">{COUPON_PREVIEW.title}</h2>
            {sentence && <p className="font-medium">{sentence}</p>}
            <p className="text-muted">{COUPON_PREVIEW.intro}</p>
          </header>
          {obstacles.length > 0 && (
            <Alert kind="warning">
              {obstacles.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </Alert>
          )}
          <SampleCart rows={rows} onChange={setRows} />
          {shop.hasPlaceRates && (
            <div className="max-w-80">
              <Field
                label={COUPON_PREVIEW.zip}
                hint={COUPON_PREVIEW.zipHint}
                inputMode="numeric"
                autoComplete="off"
                maxLength={10}
                value={zip}
                onChange={({ target }) => setZip(target.value)}
              />
            </div>
          )}
          {effect ? (
            <Comparison without={without} applied={quote(rates, lines, effect)} />
          ) : (
            <p>{DISCOUNT_FIELDS.amountWrong}</p>
          )}
        </div>
      </Panel>
    </section>
  )
}

/** The rates of the first way to ship to a ZIP code; without one, to the country, without a tax of states. */
function useSampleRates(typed: string) {
  const shop = useShop()
  const zip = wholeZip(typed)
  const place = placeOf({ state: stateOfZip(zip) ?? '', postalCode: zip })
  const { data } = useRatesQuery(place, { skip: !shop.hasPlaceRates })
  const offered = data?.methods.find(({ pickup }) => !pickup)
  return data && offered ? ratesBy(offered, data) : flatRates(shop)
}

const FIGURES = [
  [COUPON_PREVIEW.items, ({ itemsPrice }: Quote) => itemsPrice],
  [COUPON_PREVIEW.shipping, ({ shippingPrice }: Quote) => shippingPrice],
  [COUPON_PREVIEW.tax, ({ taxPrice }: Quote) => taxPrice],
  // Not -0, which would be printed with its sign.
  [COUPON_PREVIEW.discount, ({ discount }: Quote) => 0 - discount],
  [COUPON_PREVIEW.total, ({ totalPrice }: Quote) => totalPrice],
] as const

const Comparison = ({ without, applied }: { without: Quote; applied: Quote }) => (
  <div className="grid gap-4">
    <table className="w-full tabular-nums">
      <caption className="sr-only">{COUPON_PREVIEW.caption}</caption>
      <thead>
        <tr className="border-b border-line">
          <td />
          <th scope="col" className="py-2 text-right">
            {COUPON_PREVIEW.without}
          </th>
          <th scope="col" className="py-2 text-right">
            {COUPON_PREVIEW.with}
          </th>
        </tr>
      </thead>
      <tbody>
        {FIGURES.map(([label, of]) => (
          <Figure key={label} label={label} without={of(without)} applied={of(applied)} />
        ))}
      </tbody>
    </table>
    <p role="status">{verdict(without.totalPrice, applied.totalPrice)}</p>
  </div>
)

const Figure = ({ label, without, applied }: { label: string; without: number; applied: number }) => (
  <tr className="group last:border-t last:border-line last:font-semibold">
    <th
      scope="row"
      className="py-2 text-left text-base font-normal text-muted group-last:font-semibold group-last:text-ink"
    >
      {label}
    </th>
    <td className="py-2 text-right">{formatDollars(without)}</td>
    <td className={`py-2 text-right ${without === applied ? '' : 'font-semibold text-good'}`}>
      {formatDollars(applied)}
    </td>
  </tr>
)

function verdict(without: number, applied: number) {
  if (without === applied) return COUPON_PREVIEW.same
  if (applied === 0) return COUPON_PREVIEW.free(without)
  return COUPON_PREVIEW.cheaper(applied, without - applied)
}
