import { type ReactNode, useState } from 'react'
import { WAS_PRICE_NAME } from '#contract/admin/texts.ts'
import { choiceName } from '#contract/choices.ts'
import type { ProductImage } from '#contract/products.ts'
import { CHOICE_FORM } from '#web/texts/admin-products.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, SelectField } from '#web/ui/Field.tsx'
import type { Errors } from '../entries.ts'
import {
  type ChoiceEntry,
  type Grouping,
  groupingOf,
  groupName,
  groupsOf,
  missingChoices,
  regrouped,
  type SharedColumn,
  withColumn,
  withMissing,
} from './choice-entries.ts'

type Props = {
  axes: string[]
  choices: ChoiceEntry[]
  errors: Errors
  images: ProductImage[]
  isInSale: boolean
  onChange(choices: ChoiceEntry[]): void
}

/** The choices: prices and photos first where several share one, then each choice with what is its own. */
export function ChoiceTable({ axes, choices, errors, images, isInSale, onChange }: Props) {
  const price = useGrouping(choices, 'price', onChange)
  const photo = useGrouping(choices, 'photo', onChange)
  const change = (key: string, some: Partial<ChoiceEntry>) =>
    onChange(choices.map((choice) => (choice.key === key ? { ...choice, ...some } : choice)))
  const missing = missingChoices(choices).length
  const priceField = (label: string, of: ChoiceEntry[]) => (
    <Field
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={of[0]?.price ?? ''}
      {...errorOf(errors, choices, of, 'price')}
      onChange={({ target }) => onChange(withColumn(choices, 'price', of, target.value))}
    />
  )
  const photoField = (label: string, of: ChoiceEntry[]) => (
    <SelectField
      label={label}
      value={of[0]?.photo ?? ''}
      onChange={({ target }) => onChange(withColumn(choices, 'photo', of, target.value || null))}
    >
      <option value="">{CHOICE_FORM.noPhoto}</option>
      {images.map(({ Location, alt }, index) => (
        <option key={Location} value={Location}>
          {CHOICE_FORM.photo(index + 1, alt)}
        </option>
      ))}
    </SelectField>
  )
  return (
    <div className="grid gap-6">
      <Shared {...{ axes, choices, column: 'price', ...price, field: priceField }} />
      {images.length > 1 && <Shared {...{ axes, choices, column: 'photo', ...photo, field: photoField }} />}
      <section className="grid gap-3">
        <h3>{CHOICE_FORM.listed}</h3>
        <ul className="grid divide-y divide-line border-y border-line">
          {choices.map((choice) => (
            <ChoiceRow
              key={choice.key}
              choice={choice}
              errorOf={(field) => errorOf(errors, choices, [choice], field)}
              onChange={(some) => change(choice.key, some)}
              {...(choices.length > 1 && {
                onRemove: () => onChange(choices.filter(({ key }) => key !== choice.key)),
              })}
            >
              {price.grouping === 'each' && priceField(CHOICE_FORM.priceIs, [choice])}
              {!isInSale && (
                <Field
                  label={WAS_PRICE_NAME.wasPrice}
                  inputMode="decimal"
                  autoComplete="off"
                  value={choice.wasPrice}
                  {...errorOf(errors, choices, [choice], 'wasPrice')}
                  onChange={({ target }) => change(choice.key, { wasPrice: target.value })}
                />
              )}
              {photo.grouping === 'each' && images.length > 1 && photoField(CHOICE_FORM.photoIs, [choice])}
            </ChoiceRow>
          ))}
        </ul>
        {missing > 0 && (
          <div>
            <Button type="button" variant="quiet" onClick={() => onChange(withMissing(choices))}>
              {CHOICE_FORM.addMissing(missing)}
            </Button>
          </div>
        )}
      </section>
    </div>
  )
}

/** What a column depends on: as the seller has chosen it, for as long as its values follow that. */
function useGrouping(choices: ChoiceEntry[], column: SharedColumn, onChange: Props['onChange']) {
  const [wanted, setWanted] = useState<Grouping>()
  const grouping = groupingOf(choices, column, wanted)
  // What it is now stays, also when values that are being typed happen to be equal.
  if (grouping !== wanted) setWanted(grouping)
  const onGroup = (next: Grouping) => {
    setWanted(next)
    onChange(regrouped(choices, column, next))
  }
  return { grouping, onGroup }
}

type SharedProps = Pick<Props, 'axes' | 'choices'> & {
  column: SharedColumn
  grouping: Grouping
  onGroup(grouping: Grouping): void
  field(label: string, group: ChoiceEntry[]): ReactNode
}

const LABELS = { price: CHOICE_FORM.priceIs, photo: CHOICE_FORM.photoIs }
const GROUP_LABELS = { price: CHOICE_FORM.priceOf, photo: CHOICE_FORM.photoOf }

/** What a column depends on, and a field for each value that several choices share. */
function Shared({ axes, choices, column, grouping, onGroup, field }: SharedProps) {
  const texts = CHOICE_FORM.shared[column]
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label={LABELS[column]}
        value={String(grouping)}
        onChange={({ target: { value } }) => onGroup(value === 'all' || value === 'each' ? value : Number(value))}
      >
        <option value="all">{texts.all}</option>
        {axes.length > 1 &&
          axes.map((axis, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an axis is its place
            <option key={at} value={at}>
              {texts.by(axis)}
            </option>
          ))}
        <option value="each">{texts.each}</option>
      </SelectField>
      {grouping !== 'each' &&
        groupsOf(choices, grouping).map((group) => (
          <div key={group[0]?.key}>{group[0] && field(GROUP_LABELS[column](groupName(group[0], grouping)), group)}</div>
        ))}
    </div>
  )
}

type RowProps = {
  choice: ChoiceEntry
  errorOf(field: keyof ChoiceEntry): { error?: string }
  onChange(some: Partial<ChoiceEntry>): void
  onRemove?(): void
  children: ReactNode
}

/** A choice with its own fields: below its name, on a wide screen beside it. */
function ChoiceRow({ choice, errorOf: error, onChange, onRemove, children }: RowProps) {
  const name = choiceName(choice.values.filter(Boolean)) || CHOICE_FORM.unnamed
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-3 py-4 xl:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="mt-2.5 xl:mt-10">
        <h4 className="font-semibold break-words">{name}</h4>
        {error('values').error && <p className="text-sm font-medium text-bad">{error('values').error}</p>}
      </div>
      <div className="col-span-2 row-start-2 grid grid-cols-2 gap-3 sm:grid-cols-4 xl:col-span-1 xl:col-start-2 xl:row-start-1 xl:auto-cols-[8rem] xl:grid-flow-col xl:grid-cols-none">
        {children}
        <Field
          label={CHOICE_FORM.qty}
          inputMode="numeric"
          autoComplete="off"
          value={choice.qty}
          {...error('qty')}
          onChange={({ target }) => onChange({ qty: target.value })}
        />
        <Field
          label={CHOICE_FORM.sku}
          autoComplete="off"
          maxLength={60}
          value={choice.sku}
          {...error('sku')}
          onChange={({ target }) => onChange({ sku: target.value })}
        />
      </div>
      {onRemove && (
        <Button
          type="button"
          variant="quiet"
          className="col-start-2 row-start-1 mx-0 px-0! xl:col-start-3 xl:mt-7.5"
          aria-label={CHOICE_FORM.removeNamed(name)}
          onClick={onRemove}
        >
          {CHOICE_FORM.remove}
        </Button>
      )}
    </li>
  )
}

/** The error of the first of these choices that has one, or one in a part of the field, as a prop of the field. */
function errorOf(errors: Errors, choices: ChoiceEntry[], of: ChoiceEntry[], field: keyof ChoiceEntry) {
  const paths = of.map((choice) => `choices.${choices.indexOf(choice)}.${field}`)
  const error = Object.entries(errors).find(([at]) =>
    paths.some((path) => at === path || at.startsWith(`${path}.`)),
  )?.[1]
  return error ? { error } : {}
}
