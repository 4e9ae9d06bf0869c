import { useState } from 'react'
import type { TaxThresholds } from '#contract/admin/sales-tax.ts'
import { TAX_STATES, type TaxState } from '#contract/admin/tax-plan.ts'
import { parseCents } from '#contract/amounts.ts'
import { formatMonth } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { parseNumber } from '#contract/numbers.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { SALES_TAX, TAX_SETTINGS } from '#web/texts/admin-tax.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, SelectField } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useSetOutsideSalesMutation, useTaxThresholdsQuery } from './reportsApi.ts'

type State = TaxThresholds['states'][number]
const LOOKS = { far: 'neutral', near: 'warning', reached: 'bad' } as const

/** How close sales are to the threshold of each state, closest first, and a form for sales elsewhere. */
export function Thresholds() {
  const query = useTaxThresholdsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data } = query
  const sold = data?.states.filter(({ years }) =>
    years.some((year) => year.orders + year.outsideOrders + year.outside > 0),
  )
  const closest = sold?.toSorted((one, other) => other.share - one.share)
  return (
    <section className="grid gap-4">
      <h2>{SALES_TAX.thresholds}</h2>
      {data && <p className="max-w-2xl text-muted">{SALES_TAX.thresholdsAbout(formatMonth(data.asOf))}</p>}
      <LoadFailure queries={[query]} />
      {closest?.length === 0 && <Panel>{SALES_TAX.noSales}</Panel>}
      <ul className="grid gap-4 lg:grid-cols-2">
        {closest?.map((state) => (
          <StateMeter key={state.state} state={state} />
        ))}
      </ul>
      {data && <OutsideForm years={data.states[0]?.years.map(({ year }) => year) ?? []} />}
    </section>
  )
}

function StateMeter({ state: { state, threshold, sales, count, years, share, level } }: { state: State }) {
  return (
    <li className="grid content-start gap-3 rounded-lg border border-line bg-card p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-sans font-semibold">{TAX_STATES[state]}</h3>
        {threshold !== null && <Badge kind={LOOKS[level]}>{SALES_TAX.levels[level]}</Badge>}
      </div>
      {threshold !== null && (
        <meter
          className="h-3 w-full"
          min={0}
          max={1}
          low={0.8}
          high={0.999}
          optimum={0}
          value={Math.min(1, share)}
          aria-label={TAX_STATES[state]}
        />
      )}
      <ul className="grid gap-1 text-sm tabular-nums">
        {years.map((year) => {
          const amount = formatDollars(year.amount + year.outside)
          const orders = year.orders + year.outsideOrders
          const ofAmount = threshold === null ? amount : SALES_TAX.of(amount, formatDollars(threshold))
          const ofSales = sales !== null && count ? ` ${SALES_TAX[count]} ${SALES_TAX.sales(orders, sales)}` : ''
          return <li key={year.year}>{`${SALES_TAX.year(year.year)}: ${ofAmount}${ofSales}`}</li>
        })}
      </ul>
    </li>
  )
}

/** Sales of fairs and marketplaces, of one state and year. */
function OutsideForm({ years }: { years: number[] }) {
  const [typed, setTyped] = useState({ state: 'AL', year: String(years[0] ?? ''), amount: '', orders: '' })
  const [problem, setProblem] = useState(false)
  const [save, { error, isSuccess, isLoading, reset }] = useSetOutsideSalesMutation()
  const send = () => {
    const [amount, orders] = [parseCents(typed.amount), parseNumber(typed.orders || '0')]
    setProblem(amount === null || orders === null)
    if (amount === null || orders === null) return
    save({ state: typed.state as TaxState, year: Number(typed.year), amount, orders })
  }
  const box = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: currentTarget.value }),
  })
  return (
    <Panel>
      <div className="grid gap-4">
        <div>
          <h3 className="font-sans font-semibold">{SALES_TAX.outside}</h3>
          <p className="text-sm text-muted">{SALES_TAX.outsideAbout}</p>
        </div>
        {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
        {isSuccess && <Alert kind="success">{SALES_TAX.saved}</Alert>}
        <div className="grid gap-4 sm:grid-cols-4">
          <SelectField label={TAX_SETTINGS.state} {...box('state')}>
            {Object.entries(TAX_STATES).map(([state, name]) => (
              <option key={state} value={state}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField label={SALES_TAX.yearLabel} {...box('year')}>
            {years.map((year) => (
              <option key={year}>{year}</option>
            ))}
          </SelectField>
          <Field
            label={SALES_TAX.outsideAmount}
            inputMode="decimal"
            autoComplete="off"
            {...box('amount')}
            {...(problem && { error: SALES_TAX.amountMissing })}
          />
          <Field label={SALES_TAX.outsideOrders} inputMode="numeric" autoComplete="off" {...box('orders')} />
        </div>
        <div>
          <Button type="button" variant="secondary" isBusy={isLoading} onClick={send}>
            {SALES_TAX.save}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
