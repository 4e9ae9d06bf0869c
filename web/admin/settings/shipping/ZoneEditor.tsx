import { useMemo } from 'react'
import { SHIPPING_PLAN_TEXTS } from '#web/texts/admin-shipping.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, SelectField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MethodEditor } from './MethodEditor.tsx'
import { allPlaces, placeName } from './place-names.ts'
import { type MethodDraft, newMethod, type PlanErrors, type ZoneDraft } from './plan-draft.ts'

const T = SHIPPING_PLAN_TEXTS

type Props = {
  zone: ZoneDraft
  taken: string[]
  errors: PlanErrors
  /** Where the group is in the plan. */
  path: string
  isNamed?: boolean
  onChange(zone: ZoneDraft | null): void
}

/** A group of places and the ways to ship there. The first group is without its name, and cannot be removed. */
export function ZoneEditor({ zone, taken, errors, path, isNamed = false, onChange }: Props) {
  const { name, places, methods } = zone
  const set = (some: Partial<ZoneDraft>) => onChange({ ...zone, ...some })
  const setMethod = (at: number, method: MethodDraft | null) =>
    set({ methods: methods.flatMap((one, place) => (place === at ? (method ?? []) : one)) })
  return (
    <fieldset className={`grid gap-5 ${isNamed ? 'rounded-md border border-line p-4 sm:p-5' : ''}`}>
      <legend className={isNamed ? 'px-2 font-semibold' : 'sr-only'}>{name}</legend>
      {isNamed && (
        <Field
          label={T.zoneName}
          hint={T.zoneNameHint}
          maxLength={60}
          autoComplete="off"
          value={name}
          error={errors[`${path}.name`]}
          onChange={({ target }) => set({ name: target.value })}
        />
      )}
      <Places places={places} taken={taken} onChange={(next) => set({ places: next })} />
      {methods.map((method, at) => (
        <MethodEditor
          key={method.id}
          method={method}
          errors={errors}
          path={`${path}.methods.${at}`}
          onChange={(next) => setMethod(at, next)}
          onRemove={methods.length > 1 ? () => setMethod(at, null) : undefined}
        />
      ))}
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button type="button" variant="quiet" onClick={() => set({ methods: [...methods, newMethod()] })}>
          {T.addMethod}
        </Button>
        {isNamed && (
          <Button type="button" variant="quiet" onClick={() => onChange(null)}>
            {T.removeZone}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

type PlacesProps = { places: string[]; taken: string[]; onChange(places: string[]): void }

/** The places of a group, each with a button that takes it out, and a select that adds one. */
function Places({ places, taken, onChange }: PlacesProps) {
  const all = useMemo(allPlaces, [])
  return (
    <div className="grid gap-3">
      <p className="text-sm font-medium">{T.places}</p>
      {places.length === 0 && <p className="text-sm text-muted">{T.noPlaces}</p>}
      <ul aria-label={T.places} className="flex flex-wrap gap-2">
        {places.map((code) => (
          <li key={code} className="flex items-center rounded-full bg-sand pl-4">
            {placeName(code)}
            <button
              type="button"
              aria-label={T.removePlace(placeName(code))}
              onClick={() => onChange(places.filter((one) => one !== code))}
              className="grid size-11 place-items-center rounded-full hover:text-accent focus-visible:rounded-full"
            >
              <Icon name="close" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      <SelectField
        label={T.addPlace}
        value=""
        onChange={({ target }) => target.value && onChange([...places, target.value])}
      >
        <option value="">{T.choosePlace}</option>
        {all
          .filter(([code]) => !taken.includes(code))
          .map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </SelectField>
    </div>
  )
}
