// What a row of an import changes about a product that the shop has: what has changed in the file since the last import of
// the product, or without one, all that the file says otherwise. What the file leaves empty stays.
import { choiceIssues } from '#contract/admin/choices.ts'
import { type AdminProduct, ProductUpdate } from '#contract/admin/products.ts'
import { PARCEL_FIELD_NAMES, PRODUCT_FIELD_NAMES, WAS_PRICE_NAME } from '#contract/admin/texts.ts'
import { choiceName } from '#contract/choices.ts'
import { formatDollars, toDollars } from '#contract/money.ts'
import type { Choice, MakeDays } from '#contract/products.ts'
import { cleanDescription } from '#server/shop/catalog/descriptions.ts'
import type { ImportChange } from '../contract.ts'
import { type CorrectedFields, choicesOf, isCrossable, lowestPrice, wholeStock } from './checked-product.ts'
import type { Existing } from './existing-products.ts'
import { FACTS, type Listing } from './listing.ts'
import { IMPORT_CHANGES } from './texts.ts'

type WantedUpdate = { listing: Listing; corrected: CorrectedFields; setsStock: boolean }
/** The stock that the seller has seen, by the ids of the product and its choices. */
type Stock = Record<string, number>

/** `edit` lacks what stays. `problem` says why the update is refused. */
export type Update = { changes: ImportChange[]; edit: ProductUpdate; problem?: string | undefined }

/** The columns of a row whose product the shop has, before the seller corrects them. */
export function correctedForUpdate({ product, last }: Existing, listing: Listing, category: string): CorrectedFields {
  const isOther = differsFrom(last, listing)
  const hasChoices = Boolean(listing.choices ?? product.choices)
  const isPriced = listing.price !== null && isOther(({ price }) => price)
  return {
    name: isOther(({ name }) => name) ? listing.name : product.name,
    priceCents: hasChoices ? lowestPrice(listing) : isPriced ? listing.price : product.price,
    qty: wholeStock(listing),
    category: listing.category && isOther((one) => one.category) ? category : product.category,
  }
}

/** Whether the choices of the listing and those of the product stand for each other. */
export const haveSameAxes = ({ axes = [] }: Pick<AdminProduct, 'axes'>, listing: Pick<Listing, 'axes'>) =>
  axes.length === (listing.axes?.length ?? 0)

const differsFrom = (last: Listing | undefined, listing: Listing) => (fieldOf: (one: Listing) => unknown) =>
  !last || JSON.stringify(fieldOf(last) ?? null) !== JSON.stringify(fieldOf(listing) ?? null)

type Part = { changes: ImportChange[]; edit: Record<string, unknown> }

/** The update of a product by a row. `stockSeen` is the stock that its changes of stock start from. */
export async function updateOf(existing: Existing, wantedUpdate: WantedUpdate, stockSeen: Stock): Promise<Update> {
  const { product } = existing
  const parts = [
    ...plainParts(existing, wantedUpdate),
    await descriptionPart(existing, wantedUpdate),
    ...(haveSameAxes(product, wantedUpdate.listing)
      ? [product.choices ? choicesPart(existing, wantedUpdate, stockSeen) : salePart(existing, wantedUpdate, stockSeen)]
      : []),
    photosPart(existing, wantedUpdate.listing),
  ]
  const changes = parts.flatMap((part) => part.changes)
  const { data, error } = ProductUpdate.safeParse(Object.assign({}, ...parts.map(({ edit }) => edit)))
  const issue = error?.issues[0] ?? choiceIssues(product.axes ?? [], data?.choices ?? [])[0]
  const edit = { ...data, ...(product.regularPrices && { hasRegularPrices: true }) }
  return { changes, edit, problem: issue?.message }
}

const NAMES = { ...PRODUCT_FIELD_NAMES, ...PARCEL_FIELD_NAMES, ...WAS_PRICE_NAME }

const changeOf = (what: string, from: string, to: string, isStock = false): ImportChange => ({
  what,
  from,
  to,
  isStock,
})
const stockChanged = (what: string, from: number, to: number) =>
  from === to ? [] : [changeOf(what, String(from), String(to), true)]

/** Name, category, SKU, facts, weight, days and questions. */
function plainParts({ product, last }: Existing, { listing, corrected }: WantedUpdate): Part[] {
  const isOther = differsFrom(last, listing)
  const { name, category } = corrected
  const { grams, makeDays, asks, facts } = listing
  const part = (what: string, from: string, to: string, edit: Part['edit']): Part[] =>
    from === to ? [] : [{ changes: [changeOf(what, from, to)], edit }]
  const texts: [keyof typeof NAMES & keyof AdminProduct, string | undefined, boolean][] = [
    ['name', name, true],
    ['category', category, true],
    ['sku', product.choices || listing.choices ? '' : listing.sku, isOther(({ sku }) => sku)],
    ...(Object.keys(facts) as (keyof typeof facts)[]).map(
      (field) => [field, facts[field], isOther((one) => one.facts[field])] as [typeof field, string, boolean],
    ),
  ]
  const daysAre = isOther((one) => one.makeDays) && makeDays
  const gramsAre = isOther((one) => one.grams) && grams
  return [
    ...texts.flatMap(([field, text, isWanted]) =>
      text && isWanted ? part(NAMES[field], String(product[field] ?? ''), text, { [field]: text }) : [],
    ),
    ...(gramsAre ? part(NAMES.grams, String(product.grams ?? ''), String(gramsAre), { grams: gramsAre }) : []),
    ...(daysAre ? part(IMPORT_CHANGES.days, daysOf(product.makeDays), daysOf(daysAre), { makeDays: daysAre }) : []),
    ...(asks && isOther((one) => one.asks) && JSON.stringify(asks) !== JSON.stringify(product.asks ?? [])
      ? part(IMPORT_CHANGES.questions, labelsOf(product.asks), labelsOf(asks), { asks })
      : []),
  ]
}

const daysOf = (days: MakeDays | undefined) => (days ? IMPORT_CHANGES.dayRange(days.min, days.max) : '')
const labelsOf = (asks: AdminProduct['asks'] = []) => asks.map(({ label }) => label).join(', ')

async function descriptionPart({ product, last }: Existing, { listing }: WantedUpdate): Promise<Part> {
  const description = await cleanDescription(listing.description)
  const isOther = description !== '' && differsFrom(last, listing)((one) => one.description)
  if (!isOther || description === product.description) return { changes: [], edit: {} }
  const [from, to] = whereTheyDiffer(plainText(product.description), plainText(description))
  return { changes: [changeOf(NAMES.description, from, to)], edit: { description } }
}

const plainText = (markup: string) =>
  markup
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const SHOWN_LENGTH = 120
const SHOWN_BEFORE = 30

/** The two texts, cut to what can be shown, from shortly before they differ. */
function whereTheyDiffer(one: string, other: string): [string, string] {
  let at = 0
  while (at < Math.min(one.length, other.length) && one[at] === other[at]) at++
  const start = one.length <= SHOWN_LENGTH && other.length <= SHOWN_LENGTH ? 0 : Math.max(0, at - SHOWN_BEFORE)
  const cut = (text: string) => {
    const excerpt = text.slice(start, start + SHOWN_LENGTH).toWellFormed()
    return `${start > 0 ? '…' : ''}${excerpt}${start + SHOWN_LENGTH < text.length ? '…' : ''}`
  }
  return [cut(one), cut(other)]
}

const wasPriceText = (cents: number | undefined) => (cents === undefined ? '' : formatDollars(cents))

/** Price and stock of a product without choices. */
function salePart(
  { product, last }: Existing,
  { listing, corrected, setsStock }: WantedUpdate,
  stockSeen: Stock,
): Part {
  const { priceCents, qty } = corrected
  const before = stockSeen[product._id] ?? product.qty
  const isPriced = priceCents !== null && priceCents !== product.price
  const { wasPrice } = differsFrom(last, listing)((one) => one.wasPrice) ? listing : product
  const isCrossedOut = isCrossable(wasPrice, priceCents ?? product.price) && wasPrice !== product.wasPrice
  return {
    changes: [
      ...(isPriced ? [changeOf(NAMES.price, formatDollars(product.price), formatDollars(priceCents))] : []),
      ...(isCrossedOut ? [changeOf(NAMES.wasPrice, wasPriceText(product.wasPrice), formatDollars(wasPrice))] : []),
      ...stockChanged(IMPORT_CHANGES.stock, before, qty),
    ],
    edit: {
      ...(isCrossedOut && { wasPrice: toDollars(wasPrice) }),
      ...(isPriced && { price: toDollars(priceCents) }),
      ...(setsStock && qty !== before && { qty, qtyLoaded: before }),
    },
  }
}

const keyOf = (values: string[]) => values.map((value) => value.normalize('NFC').toLowerCase().trim()).join('\n')

/** The choices, with those of the file that are new; none is deleted. */
function choicesPart(
  { product, last }: Existing,
  { listing, corrected, setsStock }: WantedUpdate,
  stockSeen: Stock,
): Part {
  const listedChoices = new Map(choicesOf(listing, corrected)?.map((choice) => [keyOf(choice.values), choice]))
  const isPriceCorrected = corrected.priceCents !== lowestPrice(listing)
  const lastOnes = new Map(last?.choices?.map((choice) => [keyOf(choice.values), choice]))
  const changes: ImportChange[] = []
  const keptChoices = (product.choices ?? []).map((choice) => {
    const key = keyOf(choice.values)
    const listedChoice = listedChoices.get(key)
    const before = lastOnes.get(key)
    const stock = { qty: stockSeen[choice._id] ?? choice.qty, qtyLoaded: stockSeen[choice._id] ?? choice.qty }
    listedChoices.delete(key)
    if (!listedChoice) return { ...asEdited(choice), ...stock }
    const price = (isPriceCorrected || listedChoice.price !== before?.price ? listedChoice.price : null) ?? choice.price
    const isOtherBefore = listedChoice.wasPrice !== before?.wasPrice
    const wasPrice =
      isOtherBefore && isCrossable(listedChoice.wasPrice, price) ? listedChoice.wasPrice : choice.wasPrice
    const sku = (listedChoice.sku !== before?.sku && listedChoice.sku) || choice.sku
    const days =
      (daysOf(listedChoice.makeDays) !== daysOf(before?.makeDays) && listedChoice.makeDays) || choice.makeDays
    const of = (what: string) => IMPORT_CHANGES.ofChoice(what, choiceName(choice.values))
    if (price !== choice.price)
      changes.push(changeOf(of(NAMES.price), formatDollars(choice.price), formatDollars(price)))
    if (wasPrice !== undefined && wasPrice !== choice.wasPrice)
      changes.push(changeOf(of(NAMES.wasPrice), wasPriceText(choice.wasPrice), formatDollars(wasPrice)))
    if (sku !== choice.sku) changes.push(changeOf(of(NAMES.sku), choice.sku, sku))
    if (daysOf(days) !== daysOf(choice.makeDays))
      changes.push(changeOf(of(IMPORT_CHANGES.days), daysOf(choice.makeDays), daysOf(days)))
    changes.push(...stockChanged(of(IMPORT_CHANGES.stock), stock.qty, listedChoice.qty))
    return {
      ...{ ...asEdited(choice), price: toDollars(price), sku, makeDays: days ?? null },
      ...(wasPrice !== undefined && wasPrice !== choice.wasPrice && { wasPrice: toDollars(wasPrice) }),
      ...{ ...stock, ...(setsStock && { qty: listedChoice.qty }) },
    }
  })
  const addedChoices = [...listedChoices.values()].map(({ values, price, sku, qty, makeDays }) => {
    const name = choiceName(values)
    const cents = price ?? product.price
    changes.push(changeOf(IMPORT_CHANGES.newChoice, '', IMPORT_CHANGES.choiceAt(name, formatDollars(cents))))
    changes.push(...stockChanged(IMPORT_CHANGES.ofChoice(IMPORT_CHANGES.stock, name), 0, qty))
    return { values, price: toDollars(cents), sku, qty: setsStock ? qty : 0, makeDays }
  })
  const isChanged = changes.some(({ isStock }) => !isStock || setsStock)
  return { changes, edit: isChanged ? { choices: [...keptChoices, ...addedChoices] } : {} }
}

/** A choice as an edit has it that leaves it as it is, but for its stock. */
const asEdited = ({ _id, values, price, sku, photo, makeDays }: Choice) => ({
  ...{ _id, values, price: toDollars(price), sku, photo },
  makeDays: makeDays ?? null,
})

/** The addresses of the photos that an update adds: a product that was not imported keeps those that it has. */
export function newPhotos({ product, last, taken }: Existing, { photos }: Listing): string[] {
  if (!last && product.images.length > 0) return []
  return [...new Set(photos.map(({ url }) => url))].filter((url) => !taken.has(url))
}

function photosPart(existing: Existing, listing: Listing): Part {
  const before = existing.product.images.length
  const addedCount = newPhotos(existing, listing).length
  return {
    changes: addedCount > 0 ? [changeOf(NAMES.images, String(before), String(before + addedCount))] : [],
    edit: {},
  }
}

/** The edit that takes an update back, once the update has been made. */
export function undoneEdit(before: AdminProduct, after: AdminProduct, edit: ProductUpdate): ProductUpdate {
  const { name, sku, description, category, price, wasPrice, qty, images, makeDays, grams, asks } = before
  const all: ProductUpdate = {
    ...Object.fromEntries(FACTS.map((field) => [field, before[field] ?? ''])),
    ...{ name, sku, description, category, price, makeDays: makeDays ?? null, grams: grams ?? null, asks: asks ?? [] },
    images: images.map(({ Location, alt, focus }) => ({ Location, alt, focus })),
    ...{ qty, qtyLoaded: after.qty, wasPrice: wasPrice ?? null, hasRegularPrices: true },
    choices: before.choices?.map((choice) => ({
      ...{ ...asEdited(choice), price: choice.price, wasPrice: choice.wasPrice ?? null, qty: choice.qty },
      qtyLoaded: after.choices?.find(({ _id }) => _id === choice._id)?.qty ?? choice.qty,
    })),
  }
  return Object.fromEntries(Object.entries(all).filter(([field]) => field in edit))
}
