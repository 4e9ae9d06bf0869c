import { SHIPPING_PLAN_TEXTS } from '#web/texts/admin-shipping.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, SelectField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { MethodDraft, PlanErrors } from './plan-draft.ts'

const T = SHIPPING_PLAN_TEXTS
const KINDS = ['pieces', 'grams', 'goods'] as const

type Props = {
  method: MethodDraft
  errors: PlanErrors
  /** Where the way to ship is in the plan. */
  path: string
  onChange(method: MethodDraft): void
  /** Removes it; undefined of the only one, which needs no heading either. */
  onRemove: (() => void) | undefined
}

/** A way to ship: its name, what its price depends on, its prices, and its days on the way. */
export function MethodEditor({ method, errors, path, onChange, onRemove }: Props) {
  const { name, by, bands, freeFrom, days } = method
  const isAlone = !onRemove
  const set = (some: Partial<MethodDraft>) => onChange({ ...method, ...some })
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5">
      {/* As a float it is a row of the grid like the others, below the line. */}
      <legend className={isAlone ? 'sr-only' : 'float-left font-semibold wrap-anywhere'}>{name || T.newMethod}</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={T.methodName}
          hint={T.methodNameHint}
          maxLength={40}
          autoComplete="off"
          value={name}
          error={errors[`${path}.name`]}
          onChange={({ target }) => set({ name: target.value })}
        />
        <SelectField
          label={T.by}
          value={by}
          onChange={({ target }) => set({ by: KINDS.find((kind) => kind === target.value) ?? by })}
        >
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {T.kinds[kind]}
            </option>
          ))}
        </SelectField>
      </div>
      <Bands by={by} bands={bands} errors={errors} path={`${path}.bands`} onChange={(next) => set({ bands: next })} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={T.freeFrom}
          hint={T.freeFromHint}
          inputMode="decimal"
          autoComplete="off"
          value={freeFrom}
          error={errors[`${path}.freeFrom`]}
          onChange={({ target }) => set({ freeFrom: target.value })}
        />
        <Field
          label={T.days}
          hint={T.daysHint}
          autoComplete="off"
          value={days}
          error={errors[`${path}.days.from`] ?? errors[`${path}.days.to`]}
          onChange={({ target }) => set({ days: target.value })}
        />
      </div>
      {onRemove && (
        <div>
          <Button type="button" variant="quiet" onClick={onRemove}>
            {T.removeMethod}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

type Bands = MethodDraft['bands']
type BandsProps = Pick<Props, 'errors' | 'path'> & { by: MethodDraft['by']; bands: Bands; onChange(bands: Bands): void }

/** The prices up to each limit; the last one is for everything above. */
function Bands({ by, bands, errors, path, onChange }: BandsProps) {
  const set = (at: number, some: Partial<Bands[number]>) =>
    onChange(bands.map((band, place) => (place === at ? { ...band, ...some } : band)))
  const last = bands.length - 1
  return (
    <div className="grid gap-3">
      {bands.map(({ upTo, price }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a limit has no other identity than its place
        <div key={at} className="grid grid-cols-[1fr_1fr_2.75rem] items-start gap-3">
          {at < last ? (
            <Field
              label={T.upTo[by]}
              inputMode="decimal"
              autoComplete="off"
              value={upTo}
              error={errors[`${path}.${at}.upTo`]}
              onChange={({ target }) => set(at, { upTo: target.value })}
            />
          ) : (
            <p className="mt-8 flex min-h-12 items-center">{last === 0 ? T.always : T.andMore}</p>
          )}
          <Field
            label={T.price}
            inputMode="decimal"
            autoComplete="off"
            value={price}
            error={errors[`${path}.${at}.price`]}
            onChange={({ target }) => set(at, { price: target.value })}
          />
          {at < last && (
            <button
              type="button"
              aria-label={T.removeBand(at + 1)}
              onClick={() => onChange(bands.filter((_, place) => place !== at))}
              className="mt-8.5 grid size-11 place-items-center rounded-full hover:text-accent focus-visible:rounded-full"
            >
              <Icon name="close" className="size-4" />
            </button>
          )}
        </div>
      ))}
      <div>
        <Button
          type="button"
          variant="quiet"
          onClick={() => onChange([...bands.slice(0, last), { upTo: '', price: '' }, ...bands.slice(last)])}
        >
          {T.addBand}
        </Button>
      </div>
    </div>
  )
}
