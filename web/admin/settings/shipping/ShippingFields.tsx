import { crossesCustoms, unnamedFarStates } from '#contract/admin/shipping-plan.ts'
import { Disclosure } from '#web/admin/lib/Disclosure.tsx'
import { MONEY_SETTINGS } from '#web/texts/admin-settings.ts'
import { SHIPPING_PLAN_TEXTS } from '#web/texts/admin-shipping.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { InView } from '#web/ui/InView.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import type { SettingsForm } from '../use-settings-form.ts'
import { Customs, Unweighed } from './Customs.tsx'
import { placeName } from './place-names.ts'
import {
  draftIn,
  firstError,
  newZone,
  type PlanDraft,
  type PlanErrors,
  planOf,
  STARTS,
  textOfDraft,
  type ZoneDraft,
} from './plan-draft.ts'
import { TryPlan } from './TryPlan.tsx'
import { ZoneEditor } from './ZoneEditor.tsx'

const T = SHIPPING_PLAN_TEXTS

/** Where the shop ships, how, and for which prices: three ways to start, then the plan and a box to try it. */
export function ShippingFields({ editing }: { editing: SettingsForm }) {
  const { value, error } = editing.box('shipping')
  const draft = draftIn(value)
  const errors = error ? planOf(value).errors : {}
  // They are saved with the plan, so they have to be right.
  const isWrong = PRICES.some((name) => editing.box(name).error)
  const general = firstError(errors, 'without field')
  const save = (next: PlanDraft | null) => editing.change('shipping', next ? textOfDraft(next) : '')
  return (
    <>
      {general && (
        <InView key={general}>
          <StandingAlert of={editing.problem}>{general}</StandingAlert>
        </InView>
      )}
      {(!draft || isWrong) && <TwoPrices editing={editing} />}
      {draft ? (
        <Plan draft={draft} errors={errors} onChange={save} address={editing.texts.postalAddress} />
      ) : (
        <Starts onStart={(start) => save(STARTS[start](editing.texts))} />
      )}
    </>
  )
}

const PRICES = ['shippingOne', 'shippingMore'] as const

/** What everybody pays while there is no plan. */
const TwoPrices = ({ editing: { box } }: { editing: SettingsForm }) => (
  <div className="grid gap-5 sm:grid-cols-2">
    {PRICES.map((name) => (
      <Field key={name} label={MONEY_SETTINGS[name]} inputMode="decimal" autoComplete="off" {...box(name)} />
    ))}
  </div>
)

const START_NAMES = Object.keys(STARTS) as (keyof typeof STARTS)[]

const Starts = ({ onStart }: { onStart(start: keyof typeof STARTS): void }) => (
  <>
    <p>{T.none}</p>
    <div className="grid gap-3 sm:grid-cols-3">
      {START_NAMES.map((start) => (
        <button
          key={start}
          type="button"
          onClick={() => onStart(start)}
          className="grid content-start gap-1 rounded-md border border-edge bg-card p-4 text-left hover:border-accent hover:bg-accent-soft focus-visible:rounded-md"
        >
          <span className="font-semibold">{T.starts[start][0]}</span>
          <span className="text-sm text-muted">{T.starts[start][1]}</span>
        </button>
      ))}
    </div>
  </>
)

type PlanProps = {
  draft: PlanDraft
  errors: PlanErrors
  onChange(draft: PlanDraft | null): void
  /** The seller's postal address, perhaps none. */
  address: string
}

function Plan({ draft, errors, onChange, address }: PlanProps) {
  const [home, ...others] = draft.zones
  const set = (some: Partial<PlanDraft>) => onChange({ ...draft, ...some })
  const setZone = (at: number, zone: ZoneDraft | null) =>
    set({ zones: draft.zones.flatMap((one, place) => (place === at ? (zone ?? []) : one)) })
  const add = (name: string, places: string[]) => home && set({ zones: [...draft.zones, newZone(home, name, places)] })
  const taken = draft.zones.flatMap(({ places }) => places)
  return (
    <>
      {home && <ZoneEditor zone={home} {...{ taken, errors }} path="zones.0" onChange={(zone) => setZone(0, zone)} />}
      <FarStates zones={draft.zones} onName={(places) => add(T.far, places)} />
      <Disclosure title={T.otherPlaces} about={T.otherPlacesAbout} isOpen={others.length > 0}>
        <div className="grid gap-5 pt-4">
          {others.map((zone, at) => (
            <ZoneEditor
              // biome-ignore lint/suspicious/noArrayIndexKey: a group has no other identity, and keeps its place
              key={at}
              {...{ zone, taken, errors }}
              path={`zones.${at + 1}`}
              isNamed
              onChange={(next) => setZone(at + 1, next)}
            />
          ))}
          <div>
            <Button type="button" variant="secondary" onClick={() => add(T.newZone, [])}>
              {T.addZone}
            </Button>
          </div>
        </div>
      </Disclosure>
      <Weights {...{ draft, errors }} onChange={set} />
      {crossesCustoms(draft) && (
        <Customs origin={draft.originCountry} onChange={(originCountry) => set({ originCountry })} />
      )}
      <Pickup {...{ draft, errors, address }} onChange={set} />
      <TryPlan text={textOfDraft(draft)} />
      <div>
        <ConfirmButton variant="quiet" sentence={T.confirmBack} action={T.back} onConfirm={() => onChange(null)}>
          {T.back}
        </ConfirmButton>
      </div>
    </>
  )
}

/** Warns when Alaska and Hawaii cost what all states cost only because nobody has thought of them. */
function FarStates({ zones, onName }: { zones: ZoneDraft[]; onName(places: string[]): void }) {
  const states = unnamedFarStates({ zones })
  if (states.length === 0) return null
  const places = states.map((state) => `US-${state}`)
  return (
    <Alert kind="warning">
      <span className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {T.farStates(places.map(placeName).join(' and '))}
        <Button type="button" variant="quiet" className="-my-2.5" onClick={() => onName(places)}>
          {T.namePrices}
        </Button>
      </span>
    </Alert>
  )
}

type PartProps = { draft: PlanDraft; errors: PlanErrors; onChange(some: Partial<PlanDraft>): void }

/** Asked only while a price depends on weight. */
function Weights({ draft: { zones, usualGrams, packingGrams }, errors, onChange }: PartProps) {
  if (!zones.some(({ methods }) => methods.some(({ by }) => by === 'grams'))) return null
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label={T.usualGrams}
        hint={T.usualGramsHint}
        inputMode="numeric"
        value={usualGrams}
        error={errors.usualGrams}
        onChange={({ target }) => onChange({ usualGrams: target.value })}
      />
      <Field
        label={T.packingGrams}
        inputMode="numeric"
        value={packingGrams}
        error={errors.packingGrams}
        onChange={({ target }) => onChange({ packingGrams: target.value })}
      />
      <Unweighed />
    </div>
  )
}

const Pickup = ({ draft: { pickup }, errors, onChange, address }: PartProps & Pick<PlanProps, 'address'>) => (
  <div className="grid gap-4">
    <CheckField
      label={T.pickup}
      hint={T.pickupHint}
      checked={pickup !== null}
      onChange={({ target }) =>
        onChange({ pickup: target.checked ? { address: address.split('\n').join(', '), hours: '' } : null })
      }
    />
    {pickup && (
      <div className="grid gap-5">
        <Field
          label={T.pickupAddress}
          maxLength={200}
          autoComplete="off"
          value={pickup.address}
          error={errors['pickup.address']}
          onChange={({ target }) => onChange({ pickup: { ...pickup, address: target.value } })}
        />
        <Field
          label={T.pickupHours}
          hint={T.pickupHoursHint}
          maxLength={200}
          autoComplete="off"
          value={pickup.hours}
          error={errors['pickup.hours']}
          onChange={({ target }) => onChange({ pickup: { ...pickup, hours: target.value } })}
        />
      </div>
    )}
  </div>
)
