// The choices of a product in its form: what the seller types, and how the list of choices follows it.
import { z } from 'zod'
import type { AdminProduct } from '#contract/admin/products.ts'
import { parseCents } from '#contract/amounts.ts'
import { choiceName } from '#contract/choices.ts'
import { formatDecimal, toDollars } from '#contract/money.ts'
import { parseNumber } from '#contract/numbers.ts'
import { MakeDays } from '#contract/products.ts'

/** A choice as it is typed. `key` tells it from others in the form, also before it is saved. */
export const ChoiceEntry = z.object({
  key: z.string(),
  _id: z.string().optional(),
  values: z.array(z.string()),
  price: z.string(),
  wasPrice: z.string(),
  qty: z.string(),
  qtyLoaded: z.int().optional(),
  sku: z.string(),
  photo: z.string().nullable(),
  makeDays: MakeDays.optional(),
})
export type ChoiceEntry = z.infer<typeof ChoiceEntry>

/** What price or photo depend on: nothing, one axis, or the whole combination. */
export type Grouping = 'all' | 'each' | number

/** The columns whose values choices can share. */
const SHARED_COLUMNS = ['price', 'photo'] as const
export type SharedColumn = (typeof SHARED_COLUMNS)[number]

/** The choices of a product as the form shows them, in a sale with their regular prices. */
export const choiceEntriesOf = ({
  choices = [],
  regularPrices,
}: Pick<AdminProduct, 'choices' | 'regularPrices'>): ChoiceEntry[] =>
  choices.map(({ _id, values, price, wasPrice, qty, sku, photo, makeDays }) => ({
    ...{ key: _id, _id, values, sku, photo, makeDays },
    ...{
      price: formatDecimal(regularPrices?.[_id] ?? price),
      wasPrice: wasPrice === undefined || regularPrices ? '' : formatDecimal(wasPrice),
      qty: String(qty),
      qtyLoaded: qty,
    },
  }))

/**
 * The choices for an edit; a number that cannot be read is NaN, which the schema refuses. In a sale the prices before are
 * the sale's own, and the edit leaves them out.
 */
export const choiceUpdatesOf = (entries: readonly ChoiceEntry[], isInSale: boolean) =>
  entries.map(({ key: _key, price, wasPrice, qty, values, makeDays, ...same }) => ({
    ...same,
    values: values.map((value) => value.trim()),
    price: toDollars(parseCents(price) ?? Number.NaN),
    ...(!isInSale && { wasPrice: wasPrice.trim() ? toDollars(parseCents(wasPrice) ?? Number.NaN) : null }),
    qty: parseNumber(qty) ?? Number.NaN,
    makeDays: makeDays ?? null,
  }))

/** The first choice of a product that gets some: it takes over price, stock and SKU. Its value is still to be typed. */
export const firstChoice = ({
  price,
  wasPrice,
  qty,
  sku,
}: Pick<ChoiceEntry, 'price' | 'wasPrice' | 'qty' | 'sku'>): ChoiceEntry => ({
  ...{ key: newKey(), values: [''], price, wasPrice, qty, sku, photo: null },
})

/** The values of an axis, each once, in the order of the choices. */
export const axisValues = (choices: readonly ChoiceEntry[], axis: number) => [
  ...new Set(choices.map(({ values }) => values[axis] ?? '')),
]

/**
 * The choices after the seller has typed all values of an axis anew. Values that changed in their places are renamed;
 * choices of missing values are gone; a new value comes with each combination of the other axes, out of stock.
 */
export function withAxisValues(choices: readonly ChoiceEntry[], axis: number, typed: readonly string[]): ChoiceEntry[] {
  const next = [...new Set(typed.map((value) => value.trim()).filter(Boolean))]
  if (next.length === 0) return [...choices]
  const old = axisValues(choices, axis)
  const renamed = renaming(old, next)
  const left = choices
    .map((choice) => replaceValue(choice, axis, renamed.get(choice.values[axis] ?? '') ?? choice.values[axis] ?? ''))
    .filter(({ values }) => next.includes(values[axis] ?? ''))
  const known = new Set(axisValues(left, axis))
  const added = next.filter((value) => !known.has(value))
  const others = distinctBy(left.length > 0 ? left : choices, ({ values }) => choiceName(values.toSpliced(axis, 1)))
  const made = added.flatMap((value) =>
    others.map((like) => ({
      ...replaceValue(like, axis, value),
      ...{ key: newKey(), _id: undefined },
      ...EMPTY_STOCK,
    })),
  )
  return sortedByValues(withAdded(left.length > 0 ? left : choices, left, made), axis, next)
}

/** The choices with those combinations of their values that were not among them. */
export const withMissing = (choices: readonly ChoiceEntry[]) => withAdded(choices, choices, missingChoices(choices))

/** The combinations of all values that are not among the choices, as new choices. */
export function missingChoices(choices: readonly ChoiceEntry[]): ChoiceEntry[] {
  const [like] = choices
  if (!like) return []
  const known = new Set(choices.map(({ values }) => choiceName(values)))
  return like.values
    .map((_, axis) => axisValues(choices, axis))
    .reduce<string[][]>((rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])), [[]])
    .filter((values) => !known.has(choiceName(values)))
    .map((values) => ({ ...like, values, key: newKey(), _id: undefined, ...EMPTY_STOCK }))
}

/** The grouping that the values of a column follow: the wanted one, or else the first. */
export function groupingOf(choices: readonly ChoiceEntry[], column: SharedColumn, wanted?: Grouping): Grouping {
  const axes = choices[0]?.values.map((_, axis) => axis) ?? []
  const groupings: Grouping[] = ['all', ...(axes.length > 1 ? axes : []), 'each']
  const followed = groupings.filter((one) => groupsOf(choices, one).every((group) => isShared(group, column)))
  return followed.find((one) => one === wanted) ?? followed[0] ?? 'each'
}

/** The choices in the groups that share a value, in order. */
export function groupsOf(choices: readonly ChoiceEntry[], grouping: Grouping): ChoiceEntry[][] {
  const groups = new Map<string, ChoiceEntry[]>()
  for (const choice of choices) {
    const name = groupName(choice, grouping)
    groups.set(name, [...(groups.get(name) ?? []), choice])
  }
  return [...groups.values()]
}

/** The name of the group of a choice; empty for the one group of all. */
export function groupName({ values }: ChoiceEntry, grouping: Grouping) {
  if (grouping === 'all') return ''
  return grouping === 'each' ? choiceName(values) : (values[grouping] ?? '')
}

/** The choices after a column of one group has got a new value. */
export function withColumn<Column extends SharedColumn>(
  choices: readonly ChoiceEntry[],
  column: Column,
  group: readonly ChoiceEntry[],
  value: ChoiceEntry[Column],
): ChoiceEntry[] {
  const keys = new Set(group.map(({ key }) => key))
  return choices.map((choice) => (keys.has(choice.key) ? { ...choice, [column]: value } : choice))
}

/** The choices after a column follows another grouping: each group takes the value of its first choice. */
export const regrouped = (choices: readonly ChoiceEntry[], column: SharedColumn, grouping: Grouping) =>
  groupsOf(choices, grouping).reduce<ChoiceEntry[]>(
    (next, group) => (group[0] ? withColumn(next, column, group, group[0][column]) : next),
    [...choices],
  )

/**
 * The typed choices on top of what was saved meanwhile: their stock moves by the same difference. One that was deleted
 * meanwhile is new again, with the typed stock.
 */
export function choicesOnto(mine: readonly ChoiceEntry[], fresh: readonly ChoiceEntry[]): ChoiceEntry[] {
  const now = new Map(fresh.map((choice) => [choice._id, choice]))
  return mine.map((choice) => {
    if (choice._id && !now.has(choice._id)) return { ...choice, _id: undefined, qtyLoaded: undefined }
    const { qtyLoaded: left } = now.get(choice._id) ?? {}
    const meant = (parseNumber(choice.qty) ?? Number.NaN) - (choice.qtyLoaded ?? 0) + (left ?? 0)
    return left === undefined || Number.isNaN(meant)
      ? choice
      : { ...choice, qty: String(meant >= 0 ? meant : left), qtyLoaded: left }
  })
}

const EMPTY_STOCK = { qty: '0', qtyLoaded: undefined, sku: '', wasPrice: '' }

const newKey = () => crypto.randomUUID()

const replaceValue = (choice: ChoiceEntry, axis: number, value: string): ChoiceEntry => ({
  ...choice,
  values: choice.values.with(axis, value),
})

/** The new names of renamed values: the first of an axis without values, or those that differ in their places. */
function renaming(old: readonly string[], next: readonly string[]) {
  if (old.length === 1 && old[0] === '') return new Map([['', next[0] ?? '']])
  const changed = old.flatMap((value, place) => (value === next[place] ? [] : [[value, next[place] ?? ''] as const]))
  const isMoved = changed.some(([value]) => next.includes(value))
  return new Map(old.length !== next.length || isMoved ? [] : changed)
}

/** Some choices and added ones: where the choices before shared a price or photo, the added ones share it, too. */
const withAdded = (before: readonly ChoiceEntry[], some: readonly ChoiceEntry[], added: readonly ChoiceEntry[]) =>
  SHARED_COLUMNS.reduce<ChoiceEntry[]>(
    (all, column) => regrouped(all, column, groupingOf(before, column)),
    [...some, ...added],
  )

function distinctBy(choices: readonly ChoiceEntry[], nameOf: (choice: ChoiceEntry) => string) {
  return [...new Map(choices.map((choice) => [nameOf(choice), choice])).values()]
}

/** In the order of the values of each axis; the typed one has the typed order. */
function sortedByValues(choices: ChoiceEntry[], axis: number, typed: readonly string[]) {
  const orders = (choices[0]?.values ?? []).map((_, at) => (at === axis ? typed : axisValues(choices, at)))
  const rank = ({ values }: ChoiceEntry, at: number) => orders[at]?.indexOf(values[at] ?? '') ?? 0
  return choices.toSorted((one, other) => orders.reduce((order, _, at) => order || rank(one, at) - rank(other, at), 0))
}

const isShared = ([first, ...others]: ChoiceEntry[], column: SharedColumn) =>
  others.every((other) => other[column] === first?.[column])
