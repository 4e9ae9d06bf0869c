import { useId, useState } from 'react'
import { type PlanMethod, zoneOf } from '#contract/admin/shipping-plan.ts'
import { parseCents, parseNumber } from '#contract/amounts.ts'
import { formatDollars } from '#contract/money.ts'
import { shippingPriceOf } from '#contract/pricing.ts'
import { SHIPPING_PLAN_TEXTS } from '../../../../texts/admin-shipping.ts'
import { Field, SelectField } from '../../../../ui/Field.tsx'
import { allPlaces } from './place-names.ts'
import { planOf } from './plan-draft.ts'

const T = SHIPPING_PLAN_TEXTS

/** What the plan, as it is typed, charges for a package to a place. */
export function TryPlan({ text }: { text: string }) {
  const id = useId()
  const [code, setCode] = useState('US-CO')
  const [pieces, setPieces] = useState('1')
  const [goods, setGoods] = useState('20')
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-md bg-sand p-4 sm:p-5">
      <div>
        <h3 id={id} className="font-sans font-semibold">
          {T.try}
        </h3>
        <p className="text-sm text-muted">{T.tryAbout}</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
        <SelectField label={T.tryState} value={code} onChange={({ target }) => setCode(target.value)}>
          {allPlaces()
            .filter(([place]) => place !== 'US' && place !== '*')
            .map(([place, name]) => (
              <option key={place} value={place}>
                {name}
              </option>
            ))}
        </SelectField>
        <Field
          label={T.tryPieces}
          inputMode="numeric"
          value={pieces}
          onChange={({ target }) => setPieces(target.value)}
        />
        <Field label={T.tryGoods} inputMode="decimal" value={goods} onChange={({ target }) => setGoods(target.value)} />
      </div>
      <div role="status">
        <Answer text={text} code={code} pieces={parseNumber(pieces) ?? 0} goods={parseCents(goods) ?? 0} />
      </div>
    </section>
  )
}

function Answer({ text, code, pieces, goods }: { text: string; code: string; pieces: number; goods: number }) {
  const { plan } = planOf(text)
  if (!plan) return <p>{T.tryProblem}</p>
  const [country = '', state] = code.split('-')
  const methods = zoneOf(plan, { country, state })?.methods ?? []
  const priceOf = (method: PlanMethod) =>
    shippingPriceOf({ ...method, ...plan }, [{ price: 0, qty: pieces, grams: plan.usualGrams }], goods)
  if (methods.length === 0) return <p>{T.tryNothing}</p>
  return (
    <dl className="grid gap-1">
      {methods.map((method) => (
        <div key={method.id} className="flex justify-between gap-4">
          <dt className="min-w-0 wrap-anywhere">{method.name}</dt>
          <dd className="tabular-nums">{priceOf(method) === 0 ? T.free : formatDollars(priceOf(method))}</dd>
        </div>
      ))}
    </dl>
  )
}
