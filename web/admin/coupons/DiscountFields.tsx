import type { ComponentProps } from 'react'
import { FIRST_DAY } from '#contract/admin/discounts.ts'
import { useCollectionsQuery } from '#web/admin/calls/collectionsApi.ts'
import { type Goods, GoodsPicker } from '#web/admin/goods/GoodsPicker.tsx'
import { useCategoriesQuery } from '#web/shop/catalog/catalogApi.ts'
import { DISCOUNT_FIELDS } from '#web/texts/admin-discounts.ts'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { DiscountDraft } from './discount-draft.ts'

type BoxName = 'amount' | 'percent' | 'minGoods'

/** What the fields need of `useDraftForm`. */
type Editing = {
  loaded: { starts: string | null; expires: string | null }
  values: DiscountDraft
  errors: Partial<Record<string, string>>
  isRestored: boolean
  change(values: Partial<DiscountDraft>): void
  box(name: BoxName): ComponentProps<'input'> & { error?: string }
  tick(name: 'notOnSale'): ComponentProps<'input'>
}

/** An amount in dollars, or a percentage instead. */
export const ReductionFields = ({ box, amountHint }: Pick<Editing, 'box'> & { amountHint: string }) => (
  <div className="grid items-start gap-5 sm:grid-cols-2">
    <Field
      label={DISCOUNT_FIELDS.amount}
      inputMode="decimal"
      autoComplete="off"
      hint={amountHint}
      className="tabular-nums"
      {...box('amount')}
    />
    <Field
      label={DISCOUNT_FIELDS.percent}
      inputMode="decimal"
      autoComplete="off"
      hint={DISCOUNT_FIELDS.percentHint}
      className="tabular-nums"
      {...box('percent')}
    />
  </div>
)

/** The goods that a discount is for, and how much of them an order needs. */
export function GoodsFields({ values, change, box, tick }: Pick<Editing, 'values' | 'change' | 'box' | 'tick'>) {
  const { rule, products } = values
  const goods = { categories: rule?.categories ?? [], collections: rule?.collections ?? [], products }
  const isProductGone = (rule?.products?.length ?? 0) > products.length
  const choose = (changedGoods: Partial<Goods>) => {
    const chosenGoods = { ...goods, ...changedGoods }
    const ids = { ...chosenGoods, products: chosenGoods.products.map(({ _id }) => _id) }
    const isAny = Object.values(ids).some((list) => list.length > 0)
    change({ rule: isAny ? ids : null, products: chosenGoods.products })
  }
  return (
    <div className="grid gap-5">
      <details className="rounded-md border border-line px-4" open={rule !== null || undefined}>
        <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 font-medium">
          {DISCOUNT_FIELDS.goods}
          <Icon name="down" className="size-4" />
        </summary>
        <div className="grid gap-4 pb-4">
          <p className="text-sm text-muted">{DISCOUNT_FIELDS.all}</p>
          {isProductGone && <p className="text-sm text-muted">{DISCOUNT_FIELDS.gone}</p>}
          <GoodsPicker name="rule" goods={goods} onChange={choose} />
        </div>
      </details>
      <CheckField label={DISCOUNT_FIELDS.notOnSale} {...tick('notOnSale')} />
      <Field
        label={DISCOUNT_FIELDS.minGoods}
        inputMode="decimal"
        autoComplete="off"
        hint={DISCOUNT_FIELDS.minGoodsHint}
        className="tabular-nums"
        {...box('minGoods')}
      />
    </div>
  )
}

/** The first and the last day. A half-typed date counts as no change, so the fields keep their own text. */
export const DayFields = ({ loaded, values, errors, isRestored, change }: Omit<Editing, 'box' | 'tick'>) => (
  <div className="grid items-start gap-5 sm:grid-cols-2">
    {(['starts', 'expires'] as const).map((name) => (
      <Field
        key={`${name} ${isRestored} ${loaded[name]}`}
        label={DISCOUNT_FIELDS[name]}
        name={name}
        type="date"
        min={FIRST_DAY}
        max="9999-12-31"
        defaultValue={values[name]}
        hint={DISCOUNT_FIELDS[`${name}Hint`]}
        {...(errors[name] && { error: errors[name] })}
        onChange={({ target }) => target.validity.badInput || change({ [name]: target.value })}
      />
    ))}
  </div>
)

/** The name of a date of the form that is typed in part; undefined when none is. */
export const halfTypedDay = (form: HTMLElement | null) =>
  form?.querySelector<HTMLInputElement>('[type="date"]:invalid')?.name

/** The names of categories and collections, by name and by id. */
export function useGoodsNames(): ReadonlyMap<string, string> {
  const { data: categories = [] } = useCategoriesQuery()
  const { data: collections = [] } = useCollectionsQuery()
  return new Map([
    ...categories.map(({ name, label }): [string, string] => [name, label]),
    ...collections.map(({ _id, name }): [string, string] => [_id, name]),
  ])
}
