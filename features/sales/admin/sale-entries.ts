// The values of the form of a sale, and the sale that they mean.
import { z } from 'zod'
import { parseCents } from '#contract/amounts.ts'
import { dayOf } from '#contract/dates.ts'
import { formatDecimal } from '#contract/money.ts'
import { parsePercent } from '#contract/numbers.ts'
import { problemAt } from '#web/admin/forms/use-saved-draft.ts'
import { EditedSale, type SaleUpdate } from '../contract.ts'
import { SALE_FORM } from './texts.ts'

export const SaleEntries = z.object({
  name: z.string(),
  kind: z.enum(['percent', 'price']),
  percent: z.string(),
  price: z.string(),
  forWhat: z.enum(['some', 'all']),
  categories: z.array(z.string()),
  collections: z.array(z.string()),
  products: EditedSale.shape.products,
  fromDay: z.string(),
  fromTime: z.string(),
  toDay: z.string(),
  toTime: z.string(),
})
export type SaleEntries = z.infer<typeof SaleEntries>

/** The values of the form for a sale. */
export function entriesOf({ name, percent, price, only, products, starts, ends }: EditedSale): SaleEntries {
  const [fromDay = '', fromTime = ''] = starts.split('T')
  const [toDay = '', toTime = ''] = ends.split('T')
  return {
    name,
    kind: price === null ? 'percent' : 'price',
    percent: percent === null ? '' : String(percent / 100),
    price: price === null ? '' : formatDecimal(price),
    forWhat: only ? 'some' : 'all',
    categories: only?.categories ?? [],
    collections: only?.collections ?? [],
    products,
    ...{ fromDay, fromTime, toDay, toTime },
  }
}

/** A sale that is not stored yet: for the weekend that comes, or what is left of one. */
export function newSale(timeZone: string, now = new Date()): EditedSale {
  const today = new Date(`${dayOf(now, timeZone)}T00:00:00Z`)
  const dayAfter = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const daysToSunday = (7 - today.getUTCDay()) % 7
  return {
    ...{
      _id: NO_ID,
      name: SALE_FORM.firstName,
      percent: null,
      price: null,
      state: 'planned',
      products: [],
      version: '',
    },
    only: { categories: [], collections: [], products: [] },
    starts: dayAfter(Math.max(0, daysToSunday - 1)),
    ends: dayAfter(daysToSunday),
    ...{ startsAt: now.toISOString(), endsAt: now.toISOString() },
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Whether the sale is stored. */
export const isStored = ({ _id }: EditedSale) => _id !== NO_ID

/** The sale that the values mean, or what is wrong with one of them. */
export function updateOf(values: SaleEntries) {
  const { kind, forWhat, categories, collections, products } = values
  const percent = Math.round((parsePercent(values.percent) ?? 0) * 100)
  const price = parseCents(values.price)
  if (kind === 'percent' && !(percent >= 1 && percent <= 9_999)) return problemAt('percent', SALE_FORM.invalidPercent)
  if (kind === 'price' && !price) return problemAt('price', SALE_FORM.invalidPrice)
  if (!values.fromDay) return problemAt('fromDay', SALE_FORM.invalidDay)
  if (!values.toDay) return problemAt('toDay', SALE_FORM.invalidDay)
  const update: SaleUpdate = {
    name: values.name.trim() || SALE_FORM.firstName,
    percent: kind === 'percent' ? percent : null,
    price: kind === 'price' ? (price ?? null) : null,
    only: forWhat === 'all' ? null : { categories, collections, products: products.map(({ _id }) => _id) },
    starts: [values.fromDay, values.fromTime].filter(Boolean).join('T'),
    ends: [values.toDay, values.toTime].filter(Boolean).join('T'),
  }
  return { update }
}

/** The sale of which the prices can be previewed; undefined while the form says too little. */
export function previewOf(values: SaleEntries): SaleUpdate | undefined {
  const wanted = updateOf(values)
  if (!('update' in wanted)) return undefined
  const { only, starts, ends } = wanted.update
  const isNamed = !only || Object.values(only).some((list) => list.length > 0)
  return isNamed && starts <= `${ends}T99` ? wanted.update : undefined
}
