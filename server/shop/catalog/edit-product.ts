import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { CHOICES, PRODUCT_FIELDS } from '#contract/admin/messages.ts'
import {
  type AdminProduct,
  ONE_OF_A_KIND_MAX,
  type ProductUpdate,
  QUANTITY_MAX,
  type ShelfUpdate,
} from '#contract/admin/products.ts'
import { DRAFT_NAME, DRAFT_SLUG } from '#contract/admin/texts.ts'
import { formatDollars } from '#contract/money.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { categories, products } from '#server/shop/schema/catalog.ts'
import { adminProduct, lockProduct } from './admin-products.ts'
import { lockCategory } from './categories.ts'
import { setCollections } from './collection-members.ts'
import { cleanDescription } from './descriptions.ts'
import { fieldError } from './field-error.ts'
import { notDeleted } from './for-sale.ts'
import { setCosts } from './product-costs.ts'
import { productHooks, staysDraft } from './product-hooks.ts'
import { setProductPhotos } from './product-photos.ts'
import { pricesSetTo, withMeantPrices, withRegularPrices } from './regular-prices.ts'
import { editsChoices, requireChoices, saveChoices } from './save-choices.ts'
import { freeSlug, requireFreeSlug } from './slugs.ts'
import { changeStock, heldQuantities, traceProducts } from './stock.ts'
import { PRODUCT_HISTORY, PRODUCT_PARTS, PRODUCTS } from './texts.ts'

/**
 * Creates a draft with placeholder values, in the category of the newest product. Throws category_missing when the shop
 * has no category.
 */
export function createProduct(db: Db, userId: string): Promise<AdminProduct> {
  return db.transaction(async (tx) => {
    // No category is removed until the product is in one.
    await tx.execute(sql`lock table ${categories} in row exclusive mode`)
    const ofNewest = sql`${categories.name} = (select ${products.category} from ${products}
      where ${notDeleted} order by ${products.createdAt} desc, ${products.id} limit 1)`
    const [first] = await tx
      .select()
      .from(categories)
      .orderBy(sql`coalesce(${ofNewest}, false) desc`, categories.position, categories.name)
      .limit(1)
    if (!first) throw new AppError('category_missing', PRODUCTS.needsCategory)
    const fields = { sku: '', name: DRAFT_NAME, priceCents: 0, qty: 0, category: first.name, draft: true }
    const values = { ...fields, slug: `${DRAFT_SLUG}${randomBytes(6).toString('hex')}` }
    const { id } = onlyRow(await tx.insert(products).values(values).returning({ id: products.id }))
    await traceProducts(tx, { productId: id, log: PRODUCT_HISTORY.created, userId })
    return adminProduct(tx, id)
  })
}

/**
 * Saves an edit in one transaction, with the product's row locked. A draft goes on sale with the first edit that has a
 * name, a price and a category, unless a feature will put it on sale. Throws not_found; product_changed when `version` is
 * out of date; stock_too_low; product_refused with an issue for each invalid field; collection_refused for a collection
 * that is full.
 */
export function updateProduct(db: Db, id: string, sentEdit: ProductUpdate, userId: string): Promise<AdminProduct> {
  return db.transaction(async (tx) => {
    const lockedProduct = await lockProduct(tx, id)
    const [before, edit] = [withRegularPrices(lockedProduct), withMeantPrices(sentEdit, lockedProduct)]
    if (edit.version !== undefined && edit.version !== before.version) throw changedMeanwhile()
    requireOwnFields(before, edit)
    const after = await fieldsAfter(tx, before, edit)
    if (edit.images && arePhotosChanged(before.images, edit.images)) await setProductPhotos(tx, id, edit.images)
    if (after.oneOfAKind) await requireOneOfAKind(tx, before, edit)
    const { price, collectionIds, ...columns } = after
    const prices = hasChoices(before, edit) ? {} : pricesSetTo(price)
    const stock = hasChoices(before, edit) ? {} : edit
    const save = () =>
      tx
        .update(products)
        .set({ ...columns, ...prices, updatedAt: sql`now()` })
        .where(eq(products.id, id))
    // A database constraint: a one-of-a-kind product never has two units, also not between these two updates.
    if (!after.oneOfAKind) await save()
    const stockChange = await changeQuantity(tx, before, stock, userId)
    if (after.oneOfAKind) await save()
    if (edit.costs !== undefined) await setCosts(tx, id, edit.costs)
    if (editsChoices(edit)) await saveChoices(tx, before, edit, after.name, userId)
    const collectionEntries = await setCollections(tx, id, before.collectionIds, collectionIds)
    const logs = [...editSentences(before, after), ...stockChange, ...collectionEntries]
    await traceProducts(tx, ...logs.map((log) => ({ productId: id, log, userId })))
    return adminProduct(tx, id)
  })
}

/**
 * Changes the photos of a product and its stock, or that of its choices, as `updateProduct` does. Throws product_changed for
 * a choice that it does not have by now.
 */
export function updateShelf(db: Db, id: string, { choices, ...edit }: ShelfUpdate, userId: string) {
  return db.transaction(async (tx) => {
    if (!choices) return updateProduct(tx, id, edit, userId)
    const before = await lockProduct(tx, id)
    const stocks = new Map(choices.map(({ _id, ...stock }) => [_id, stock]))
    const stockedChoices = before.choices?.map((choice) => ({
      ...choice,
      ...(stocks.get(choice._id) ?? { qtyLoaded: choice.qty }),
    }))
    if (!choices.every(({ _id }) => before.choices?.some((choice) => choice._id === _id))) throw changedMeanwhile()
    return updateProduct(tx, id, { ...edit, ...(stockedChoices && { choices: stockedChoices }) }, userId)
  })
}

type Before = Awaited<ReturnType<typeof lockProduct>>
type After = Awaited<ReturnType<typeof fieldsAfter>>

/** Whether its price and stock are those of its choices, before or after the edit. */
const hasChoices = (before: Before, { choices }: ProductUpdate) => before.axes !== undefined || choices !== undefined

const OF_CHOICE = new Set<string>([
  'price',
  'wasPrice',
  'hasRegularPrices',
  'qty',
  'qtyLoaded',
  'sku',
  'version',
  'makeDays',
  'grams',
] satisfies (keyof ProductUpdate)[])

/** Throws product_refused for fields of an edit that the product has from its choices, or a choice from its product. */
function requireOwnFields(before: Before, edit: ProductUpdate) {
  const { axes, choices, choiceOf } = before
  const { price = before.price, wasPrice, qty, qtyLoaded = before.qty } = edit
  for (const { requireEdit } of productHooks) requireEdit?.(before, edit)
  const other = Object.keys(edit).find((field) => !OF_CHOICE.has(field))
  if (choiceOf && other) throw fieldError(other, PRODUCTS.isChoice(choiceOf.name))
  if ((edit.oneOfAKind ?? before.oneOfAKind) && edit.choices) throw fieldError('oneOfAKind', CHOICES.oneOfAKind)
  if (wasPrice && wasPrice <= price) throw fieldError('wasPrice', PRODUCT_FIELDS.wasPriceTooLow)
  if (!axes || editsChoices(edit)) return
  if (edit.oneOfAKind) throw fieldError('oneOfAKind', CHOICES.oneOfAKind)
  if (choices && price !== before.price) throw fieldError('price', PRODUCTS.pricesOfChoices)
  if (qty !== undefined && qty !== qtyLoaded) throw fieldError('qty', PRODUCTS.stockOfChoices)
}

const changedMeanwhile = () => new AppError('product_changed', PRODUCTS.changedMeanwhile)

/** Values of the product's row after the edit; without those that stay and that nothing else here looks at. */
async function fieldsAfter(tx: Db, before: Before, edit: ProductUpdate) {
  const { qty, qtyLoaded, images, version, category, description, slug, costs, hasRegularPrices, ...others } = edit
  const { axes, choices, makeDays, asks, hsCode, customsName, originCountry, wasPrice, ...plain } = others
  const newPrice = choices ? Math.min(...choices.map(({ price }) => price)) : edit.price
  const isComplete = edit.name !== undefined && category !== undefined && (newPrice ?? 0) > 0
  return {
    ...plain,
    ...(wasPrice !== undefined && !hasChoices(before, edit) && { wasCents: wasPrice }),
    ...(makeDays !== undefined && { makeDaysMin: makeDays?.min ?? null, makeDaysMax: makeDays?.max ?? null }),
    ...(hsCode !== undefined && { hsCode: hsCode || null }),
    ...(customsName !== undefined && { customsName: customsName || null }),
    ...(originCountry !== undefined && { originCountry: originCountry || null }),
    ...(asks !== undefined && { asks: asks.length > 0 ? asks : null }),
    name: edit.name ?? before.name,
    price: hasChoices(before, edit) ? before.price : (edit.price ?? before.price),
    oneOfAKind: edit.oneOfAKind ?? before.oneOfAKind,
    collectionIds: edit.collectionIds ?? before.collectionIds,
    description: description === undefined ? before.description : await cleanDescription(description),
    category: category === undefined ? before.category : await lockCategory(tx, category),
    slug: await slugAfter(tx, before, edit),
    draft: before.draft && (!isComplete || staysDraft(before)),
  }
}

/** The requested slug, the present one, or one made from the name: for an empty slug and for a newly named draft. */
async function slugAfter(tx: Db, before: Before, { slug, name = before.name }: ProductUpdate) {
  if (slug === before.slug) return slug
  if (slug) return requireFreeSlug(tx, slug, before._id)
  const isPlaceholder = before.draft && before.slug.startsWith(DRAFT_SLUG)
  if (slug === undefined && !(isPlaceholder && name !== DRAFT_NAME)) return before.slug
  return freeSlug(tx, name, before._id)
}

const arePhotosChanged = (before: Before['images'], after: NonNullable<ProductUpdate['images']>) =>
  before.length !== after.length ||
  before.some(({ Location, alt, focus }, index) => {
    const next = after[index]
    return Location !== next?.Location || alt !== next.alt || focus?.x !== next.focus?.x || focus?.y !== next.focus?.y
  })

/**
 * Changes the stock by the difference to the quantity that the form loaded, so that sales in between still count.
 * Returns the history sentence, or none when nothing changed. Throws stock_too_low and product_refused.
 */
async function changeQuantity(tx: Db, before: Before, { qty, qtyLoaded = before.qty }: ProductUpdate, userId: string) {
  const delta = (qty ?? qtyLoaded) - qtyLoaded
  if (delta === 0) return []
  if (before.qty + delta > QUANTITY_MAX) throw quantityError('product_refused', PRODUCT_FIELDS.quantityTooLarge)
  const qtyLeft = await changeStock(tx, { productId: before._id, delta, reason: 'edited', userId })
  if (qtyLeft === null) throw quantityError('stock_too_low', PRODUCTS.soldMeanwhile(before.qty, -delta))
  return [PRODUCT_HISTORY.edited(PRODUCT_PARTS.stock, before.qty, qtyLeft)]
}

/** Throws when the edit leaves more than one unit, held units included: a declined payment returns its unit to stock. */
async function requireOneOfAKind(tx: Db, before: Before, { qty, qtyLoaded = before.qty }: ProductUpdate) {
  const qtyLeft = before.qty + (qty ?? qtyLoaded) - qtyLoaded
  if (qtyLeft > ONE_OF_A_KIND_MAX && qty !== undefined && qty <= ONE_OF_A_KIND_MAX && before.oneOfAKind)
    throw changedMeanwhile()
  if (qtyLeft > ONE_OF_A_KIND_MAX) throw quantityError('product_refused', PRODUCT_FIELDS.oneOfAKind)
  const heldUnits = (await heldQuantities(tx, [before._id])).get(before._id) ?? 0
  if (qtyLeft + heldUnits > ONE_OF_A_KIND_MAX) throw quantityError('product_refused', PRODUCTS.beingPaid)
}

const quantityError = (code: 'product_refused' | 'stock_too_low', message: string) =>
  new AppError(code, message, { issues: [{ path: 'qty', message }] })

/** History sentences on the changed fields. */
function editSentences(before: Before, after: After) {
  const edits = [
    [PRODUCT_PARTS.name, before.name, after.name],
    [PRODUCT_PARTS.price, formatDollars(before.price), formatDollars(after.price)],
    [PRODUCT_PARTS.category, before.category, after.category],
  ] as const
  const sentences = edits.flatMap(([what, from, to]) => (from === to ? [] : [PRODUCT_HISTORY.edited(what, from, to)]))
  if (before.oneOfAKind !== after.oneOfAKind)
    sentences.push(after.oneOfAKind ? PRODUCT_HISTORY.markedUnique : PRODUCT_HISTORY.unmarkedUnique)
  if (before.draft && !after.draft) sentences.push(PRODUCT_HISTORY.onSale)
  return sentences
}

/** Marks the product as deleted; orders keep their items. Returns its name. Throws not_found. */
export function deleteProduct(db: Db, id: string, userId: string): Promise<string> {
  return db.transaction(async (tx) => {
    const { name } = await lockProduct(tx, id)
    await tx.update(products).set({ deletedAt: sql`now()` }).where(eq(products.id, id))
    await requireChoices(tx, [id])
    await traceProducts(tx, { productId: id, log: PRODUCT_HISTORY.deleted, userId })
    return name
  })
}
