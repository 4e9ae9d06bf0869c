import { z } from 'zod'
import { PRODUCT_FIELDS } from '#contract/admin/messages.ts'
import { type AdminProduct, ONE_OF_A_KIND_MAX, ProductUpdate } from '#contract/admin/products.ts'
import {
  DRAFT_NAME,
  DRAFT_SLUG,
  PARCEL_FIELD_NAMES,
  PRODUCT_FIELD_NAMES,
  WAS_PRICE_NAME,
} from '#contract/admin/texts.ts'
import { parseCents } from '#contract/amounts.ts'
import { isColorAxis } from '#contract/axes.ts'
import { formatDecimal, toDollars } from '#contract/money.ts'
import { parseNumber } from '#contract/numbers.ts'
import { GIVEN_FACTS } from '#contract/product-facts.ts'
import { type MakeDays, Product, ProductImage } from '#contract/products.ts'
import { differs, type Merged, mergeFields } from '#web/admin/forms/merge-fields.ts'
import type { Form } from '#web/admin/forms/use-draft.ts'
import { PRODUCT_FORM } from '#web/texts/admin-products.ts'
import { ChoiceEntry, choiceEntriesOf, choicesOnto, choiceUpdatesOf } from './choices/choice-entries.ts'
import { CostEntries, costEntriesOf, costsIn } from './costs/cost-entries.ts'
import { markupOf, textOf } from './description-text.ts'
import { QuestionEntry, questionEntriesOf, questionsOf } from './questions/question-entries.ts'

/** The fields of an edit that the form shows and saves as the product has them: all but those that are named here. */
const PLAIN = ProductUpdate.omit({
  ...{ name: true, price: true, qty: true, description: true, category: true, images: true, slug: true },
  ...{ collectionIds: true, qtyLoaded: true, version: true, axes: true, choices: true, makeDays: true, asks: true },
  ...{ grams: true, hsCode: true, customsName: true, originCountry: true, costs: true },
  ...{ wasPrice: true, hasRegularPrices: true },
}).keyof().options

/** Picks the plain fields. */
const plainOf = <From extends Record<Plain, unknown>>(from: From) =>
  Object.fromEntries(PLAIN.map((field) => [field, from[field]])) as Pick<From, Plain>
type Plain = (typeof PLAIN)[number]

type GivenFact = (typeof GIVEN_FACTS)[number]
const eachFact = <Value>(read: (fact: GivenFact) => Value) =>
  Object.fromEntries(GIVEN_FACTS.map((fact) => [fact, read(fact)])) as Record<GivenFact, Value>

/** The values of the form's fields. */
export const Entries = z.object({
  ...plainOf(Product.shape),
  ...eachFact(() => z.string()),
  name: z.string(),
  price: z.string(),
  wasPrice: z.string(),
  qty: z.string(),
  description: z.string(),
  category: z.string(),
  images: z.array(ProductImage),
  collectionIds: z.array(z.string()),
  slug: z.string(),
  axes: z.array(z.string()),
  choices: z.array(ChoiceEntry),
  /** Null: not made to order. */
  makeDays: z.object({ min: z.string(), max: z.string() }).nullable(),
  asks: z.array(QuestionEntry),
  grams: z.string(),
  hsCode: z.string(),
  customsName: z.string(),
  originCountry: z.string(),
  costs: CostEntries,
})
export type Entries = z.infer<typeof Entries>

/** Errors by the field, and for parts of one by its path, such as `choices.2.price`. */
export type Errors = Partial<Record<keyof Entries | `${keyof Entries}.${string}`, string>>

const FIELDS = ProductUpdate.keyof().options.filter((field) => field in Entries.shape) as (keyof Entries)[]
/** The label of each field. */
export const FIELD_NAMES = { ...PRODUCT_FIELD_NAMES, ...PARCEL_FIELD_NAMES, ...WAS_PRICE_NAME, ...PRODUCT_FORM.parts }
const UNCOUNTED = FIELDS.filter((field) => field !== 'qty')

/** The form's values for a product, in a sale with its regular prices. A draft's placeholders stay empty, and a new one starts with a stock of one. */
export function entriesOf(product: AdminProduct): Entries {
  const { name, qty, description, category, images, slug, draft } = product
  const { [product._id]: price = product.price } = product.regularPrices ?? {}
  const isFresh = draft && name === DRAFT_NAME
  const isUnnamed = draft && slug.startsWith(DRAFT_SLUG)
  return {
    ...plainOf({ ...product, ...eachFact((fact) => product[fact] ?? '') }),
    name: isFresh ? '' : name,
    price: draft && price === 0 ? '' : formatDecimal(price),
    wasPrice: product.wasPrice === undefined || product.regularPrices ? '' : formatDecimal(product.wasPrice),
    // Whoever enters a new product has made one.
    qty: isFresh && qty === 0 ? '1' : String(qty),
    description: textOf(description),
    category,
    images,
    collectionIds: product.collectionIds ?? [],
    slug: isUnnamed ? '' : slug,
    axes: product.axes ?? [],
    choices: choiceEntriesOf(product),
    makeDays: product.makeDays ? { min: String(product.makeDays.min), max: String(product.makeDays.max) } : null,
    asks: questionEntriesOf(product.asks),
    grams: product.grams === undefined ? '' : String(product.grams),
    hsCode: product.hsCode ?? '',
    customsName: product.customsName ?? '',
    originCountry: product.originCountry ?? '',
    costs: costEntriesOf(product.costs),
  }
}

/**
 * The edit that saves the entries, or the errors of its fields. A draft may leave its
 * name, price and category for later.
 */
export function editOf(entries: Entries, loaded: AdminProduct) {
  const later = (text: string) => (loaded.draft && text.trim() === '' ? undefined : text.trim())
  const [name, price, category] = [later(entries.name), later(entries.price), later(entries.category)]
  const wasWritten = entries.description !== textOf(loaded.description)
  const typed = {
    ...plainOf(entries),
    name,
    price: price === undefined ? undefined : dollarsIn(price),
    ...wasPriceIn(entries, loaded),
    qty: countIn(entries.qty),
    qtyLoaded: loaded.qty,
    description: wasWritten ? markupOf(entries.description) : loaded.description,
    category,
    collectionIds: entries.collectionIds,
    images: entries.images.map(({ Location, alt, focus }) => ({ Location, alt, focus })),
    slug: entries.slug.trim() || (name === undefined ? undefined : ''),
    makeDays: daysIn(entries.makeDays, loaded.makeDays),
    asks: loaded.asks || entries.asks.length > 0 ? questionsOf(entries.asks) : undefined,
    ...parcelIn(entries, loaded),
    costs: costsIn(entries.costs, loaded.costs),
    version: loaded.version,
    ...choicesIn(entries, loaded),
  }
  const { data: edit = null, error } = ProductUpdate.safeParse(typed)
  const issues = error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []
  if (typed.oneOfAKind && typed.qty !== undefined && typed.qty > ONE_OF_A_KIND_MAX)
    issues.push({ path: 'qty', message: PRODUCT_FIELDS.oneOfAKind })
  return edit && issues.length === 0 ? { edit, errors: null } : { edit: null, errors: errorsOf(issues) }
}

/** The price before, unless it was empty and is empty; in a sale, that the prices are the regular ones. */
function wasPriceIn({ wasPrice }: Entries, loaded: AdminProduct) {
  if (loaded.regularPrices) return { hasRegularPrices: true }
  if (wasPrice.trim()) return { wasPrice: dollarsIn(wasPrice) }
  return loaded.wasPrice === undefined ? {} : { wasPrice: null }
}

/** The choices of an edit; price, stock and SKU are then theirs. Nothing for a product that had none and gets none. */
function choicesIn({ axes, choices }: Entries, loaded: AdminProduct) {
  if (axes.length === 0 && !loaded.axes) return {}
  const theirs = {
    price: undefined,
    wasPrice: undefined,
    qty: undefined,
    sku: undefined,
    ...(loaded.axes && { qtyLoaded: undefined }),
  }
  return {
    axes: axes.map((axis) => axis.trim()),
    choices: choiceUpdatesOf(
      axes.length > 0 ? choices : choices.map((choice) => onLoadedAxes(choice, loaded)),
      loaded.regularPrices !== undefined,
    ),
    oneOfAKind: false,
    ...theirs,
    // The values of an axis of colors become the colors of the product.
    ...(axes.some(isColorAxis) && { color: undefined }),
  }
}

/** The choice that a product without axes takes over: until it is saved, it has a value on each of those that were. */
function onLoadedAxes(choice: ChoiceEntry, { axes = [], choices = [] }: AdminProduct): ChoiceEntry {
  return { ...choice, values: choices.find(({ _id }) => _id === choice._id)?.values ?? axes }
}

/** The typed days; one of them alone stands for both. Undefined when there were none and are none. */
function daysIn(typed: Entries['makeDays'], loaded: MakeDays | undefined) {
  if (!typed) return loaded ? null : undefined
  const { min, max } = typed
  return { min: countIn(min.trim() || max), max: countIn(max.trim() || min) }
}

/** What shipping and customs need; without the fields that were empty and are empty. */
function parcelIn({ grams, hsCode, customsName, originCountry }: Entries, loaded: AdminProduct) {
  return {
    ...((grams || loaded.grams !== undefined) && { grams: grams.trim() ? countIn(grams) : null }),
    ...((hsCode || loaded.hsCode !== undefined) && { hsCode }),
    ...((customsName || loaded.customsName !== undefined) && { customsName }),
    ...((originCountry || loaded.originCountry !== undefined) && { originCountry }),
  }
}

/** The parsed dollars for JSON, and the parsed count; NaN, which the schema refuses, for invalid text. */
const dollarsIn = (text: string) => toDollars(parseCents(text) ?? Number.NaN)
const countIn = (text: string) => parseNumber(text) ?? Number.NaN

/** The first message for each field of an error, and for each part of those that have parts. */
export function errorsOf(issues: { path: string; message: string }[]) {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) {
    const field = FIELDS.find((name) => path.split('.')[0] === name)
    if (!field) continue
    errors[field] ??= message
    if (field in PRODUCT_FORM.parts) errors[path] ??= message
  }
  return errors
}

/**
 * The entries merged with a newer version of the product: unchanged fields take the newer value, changed ones stay, and
 * the stock moves by the same difference.
 */
export function mergedOnto(
  { loaded, values: mine }: Form<AdminProduct, Entries>,
  fresh: AdminProduct,
): Merged<Entries> {
  const versions = { loaded: entriesOf(loaded), mine, now: entriesOf(fresh) }
  const merged = mergeFields<Entries>(UNCOUNTED, versions)
  const fields = { ...merged.fields, ...mergedFamily(versions) }
  const qty = qtyAfter(mine, loaded, fresh)
  const most = fields.oneOfAKind && countIn(mine.qty) <= ONE_OF_A_KIND_MAX ? ONE_OF_A_KIND_MAX : qty
  return { ...merged, fields: { ...fields, qty: String(Math.min(qty, most)) } }
}

/** Axes and choices belong together: both are mine if either was changed here. */
function mergedFamily({
  loaded,
  mine,
  now,
}: Record<'loaded' | 'mine' | 'now', Entries>): Pick<Entries, 'axes' | 'choices'> {
  const isMine = (['axes', 'choices'] as const).some((field) => differs(loaded, mine, field))
  const { axes, choices } = isMine ? mine : now
  return { axes, choices: isMine ? choicesOnto(choices, now.choices) : choices }
}

/** The quantity after the same change on top of the present stock; the present stock when that would be below zero. */
function qtyAfter({ qty }: Entries, loaded: AdminProduct, fresh: AdminProduct) {
  const meant = fresh.qty + countIn(qty) - loaded.qty
  return meant >= 0 ? meant : fresh.qty
}
