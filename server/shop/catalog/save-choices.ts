// Saves the choices of a product: turns a plain product into one with choices, changes them, and turns it back.
import { randomUUIDv7 } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { choiceIssues } from '#contract/admin/choices.ts'
import { CHOICES, PRODUCT_FIELDS } from '#contract/admin/messages.ts'
import { type ChoiceUpdate, type ProductUpdate, QUANTITY_MAX } from '#contract/admin/products.ts'
import { choiceName } from '#contract/choices.ts'
import { formatDollars } from '#contract/money.ts'
import type { Choice } from '#contract/products.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { photoIdOf } from '#server/platform/media/file-names.ts'
import { products } from '#server/shop/schema/catalog.ts'
import type { LockedProduct } from './admin-products.ts'
import { freeSlugs } from './slugs.ts'
import { heldQuantities, moveStock, traceProducts } from './stock.ts'
import { PRODUCT_HISTORY, PRODUCT_PARTS, PRODUCTS } from './texts.ts'

type Edit = Pick<ProductUpdate, 'axes' | 'choices' | 'images' | 'qtyLoaded'>
type ChoiceRow = Required<Pick<ChoiceUpdate, 'price' | 'qty' | 'sku' | 'values'>> & {
  id: string
  /** Where it is among the choices of the edit. */
  position: number
  before: Choice | undefined
  photoId: string | null
  wasPrice: number | null
  makeDaysMin: number | null
  makeDaysMax: number | null
  qtyLoaded: number
}

/** Whether the edit is about choices. */
export const editsChoices = ({ axes, choices }: Edit) => axes !== undefined || choices !== undefined

/**
 * Saves the axes and choices of an edit. The product's row and those of its choices are locked, and the product has its
 * new name. Throws product_changed for a choice that is gone; stock_too_low; product_refused with an issue for each
 * field.
 */
export async function saveChoices(tx: Db, before: LockedProduct, edit: Edit, name: string, userId: string) {
  const axes = edit.axes ?? before.axes ?? []
  const choiceUpdates = edit.choices ?? before.choices?.map((choice) => ({ ...choice, qtyLoaded: choice.qty })) ?? []
  if (axes.length === 0 && !before.axes) return requireNothing(edit)
  const valueAxes = axes.length > 0 ? axes : (before.axes ?? [])
  refuse(choiceIssues(valueAxes, choiceUpdates))
  if (!before.regularPrices) refuse(wasPriceIssues(choiceUpdates))
  if (axes.length === 0 && choiceUpdates.length !== 1) refuse([{ path: 'axes', message: CHOICES.onlyOneLeft }])
  if (choiceUpdates.length === 0) refuse([{ path: 'choices', message: CHOICES.needsOne }])
  const choices = plan(before, choiceUpdates, edit)
  if (!before.axes) await requireNothingHeld(tx, before._id)
  await deleteMissing(tx, before, choices, userId)
  await writeChoices(tx, before, choices, name)
  if (before.axes) await tx.update(products).set({ axes: valueAxes }).where(eq(products.id, before._id))
  else await becomeFamily(tx, before, choices[0], valueAxes, userId)
  await changeStocks(tx, choices, userId)
  await traceEdits(tx, before, choices, valueAxes, userId)
  if (axes.length === 0) await becomePlain(tx, before, choices[0], userId)
}

/** An issue for each choice whose price before is not above its price. */
const wasPriceIssues = (choices: Pick<ChoiceUpdate, 'price' | 'wasPrice'>[]) =>
  choices.flatMap(({ price, wasPrice }, at) =>
    wasPrice && wasPrice <= price ? [{ path: `choices.${at}.wasPrice`, message: PRODUCT_FIELDS.wasPriceTooLow }] : [],
  )

/** Choices without axes are refused; an empty list of axes changes nothing on a product without choices. */
function requireNothing({ choices }: Edit) {
  if (choices) refuse([{ path: 'axes', message: CHOICES.enterAxis }])
}

/** The choices as they will be, with the rows that they are now. */
function plan(before: LockedProduct, choiceUpdates: ChoiceUpdate[], { images, qtyLoaded }: Edit): ChoiceRow[] {
  const choicesBefore = new Map(before.choices?.map((choice) => [choice._id, choice]))
  const locations = new Set((images ?? before.images).map(({ Location }) => Location))
  const usedIds = new Set<string>()
  return choiceUpdates.map((choice, position) => {
    const row = choice._id === undefined ? undefined : choicesBefore.get(choice._id)
    if (choice._id !== undefined && (!row || usedIds.has(choice._id)))
      throw new AppError('product_changed', PRODUCTS.changedMeanwhile)
    usedIds.add(choice._id ?? '')
    const photo = choice.photo === undefined ? row?.photo : choice.photo
    // A photo that this edit takes off the product is taken off its choices, too.
    if (choice.photo && !locations.has(choice.photo) && choice.photo !== row?.photo)
      refuse([{ path: `choices.${position}.photo`, message: PRODUCTS.photoOfOther }])
    const days = choice.makeDays === undefined ? row?.makeDays : choice.makeDays
    const takesOver = !before.axes && position === 0
    const wasPrice = (takesOver ? before : row)?.wasPrice ?? null
    const had = takesOver ? (qtyLoaded ?? before.qty) : (row?.qty ?? 0)
    return {
      id: row?._id ?? randomUUIDv7(),
      position,
      before: row,
      values: choice.values,
      price: choice.price,
      wasPrice: choice.wasPrice === undefined ? wasPrice : choice.wasPrice,
      qty: choice.qty,
      qtyLoaded: choice.qtyLoaded ?? had,
      sku: choice.sku ?? row?.sku ?? (takesOver ? before.sku : ''),
      photoId: photo && locations.has(photo) ? photoIdOf(photo) : null,
      makeDaysMin: days?.min ?? null,
      makeDaysMax: days?.max ?? null,
    }
  })
}

async function deleteMissing(tx: Db, before: LockedProduct, choices: ChoiceRow[], userId: string) {
  const idsLeft = new Set(choices.map(({ id }) => id))
  const removedChoices = before.choices?.filter(({ _id }) => !idsLeft.has(_id)) ?? []
  if (removedChoices.length === 0) return
  const ids = removedChoices.map(({ _id }) => _id)
  await tx.update(products).set({ deletedAt: sql`now()` }).where(inArray(products.id, ids))
  const logs = removedChoices.map(({ values }) => PRODUCT_HISTORY.choiceDeleted(choiceName(values)))
  await traceProducts(tx, ...logs.map((log) => ({ productId: before._id, log, userId })))
}

/** Writes all choices but their stock: the new ones in one statement, the others in another. */
async function writeChoices(tx: Db, { _id, category }: LockedProduct, choices: ChoiceRow[], name: string) {
  const newChoices = choices.filter((choice) => !choice.before)
  const slugs = await freeSlugs(
    tx,
    newChoices.map(({ values }) => `${name} ${values.join(' ')}`),
  )
  const rows = newChoices.map(
    ({ id, position, values, price, wasPrice, sku, photoId, makeDaysMin, makeDaysMax }, at) => ({
      ...{
        id,
        position,
        choice: values,
        priceCents: price,
        wasCents: wasPrice,
        sku,
        photoId,
        makeDaysMin,
        makeDaysMax,
      },
      ...{ parentId: _id, name, category, slug: slugs[at] ?? '', qty: 0 },
    }),
  )
  if (rows.length > 0) await tx.insert(products).values(rows)
  const choicesJson = JSON.stringify(choices.filter((choice) => choice.before))
  await tx.execute(sql`
    update ${products} p set choice = w.values, position = w.position, sku = w.sku, was_cents = w."wasPrice",
      price_cents = case when p.regular_cents is null then w.price else p.price_cents end,
      regular_cents = case when p.regular_cents is not null then w.price end,
      photo_id = w."photoId", make_days_min = w."makeDaysMin", make_days_max = w."makeDaysMax", updated_at = now()
    from jsonb_to_recordset(${choicesJson}::jsonb) as w (id uuid, "values" text[], position int, price int, "wasPrice" int, sku text,
      "photoId" uuid, "makeDaysMin" smallint, "makeDaysMax" smallint)
    where p.id = w.id`)
}

/** The stock and the SKU of a plain product go to its first choice. */
async function becomeFamily(
  tx: Db,
  { _id, qty }: LockedProduct,
  first: ChoiceRow | undefined,
  axes: string[],
  userId: string,
) {
  if (!first) return
  if (qty > 0) {
    const movements = [
      { productId: _id, delta: -qty },
      { productId: first.id, delta: qty },
    ]
    await moveStock(tx, movements, { reason: 'moved', userId })
    const log = PRODUCT_HISTORY.stockToChoice(qty, choiceName(first.values))
    await traceProducts(tx, { productId: _id, log, userId })
  }
  await tx.update(products).set({ axes, sku: '', updatedAt: sql`now()` }).where(eq(products.id, _id))
}

/** The last choice becomes the product itself, with its stock, price, SKU and days. */
async function becomePlain(tx: Db, { _id }: LockedProduct, last: ChoiceRow | undefined, userId: string) {
  if (!last) return
  await requireNothingHeld(tx, last.id)
  const { id, price, wasPrice, sku, values, makeDaysMin, makeDaysMax } = last
  const days = makeDaysMin === null ? {} : { makeDaysMin, makeDaysMax }
  const [{ qty } = { qty: 0 }] = await tx.select({ qty: products.qty }).from(products).where(eq(products.id, id))
  await tx
    .update(products)
    .set({ axes: null, priceCents: price, wasCents: wasPrice, sku, ...days })
    .where(eq(products.id, _id))
  await tx.update(products).set({ deletedAt: sql`now()` }).where(eq(products.id, id))
  if (qty === 0) return
  const movements = [
    { productId: id, delta: -qty },
    { productId: _id, delta: qty },
  ]
  await moveStock(tx, movements, { reason: 'moved', userId })
  await traceProducts(tx, { productId: _id, log: PRODUCT_HISTORY.stockFromChoice(qty, choiceName(values)), userId })
}

/** Changes the stock by the differences to the quantities that the form loaded, so that sales in between still count. */
async function changeStocks(tx: Db, choices: ChoiceRow[], userId: string) {
  const ids = choices.map(({ id }) => id)
  const rows = await tx.select({ id: products.id, qty: products.qty }).from(products).where(inArray(products.id, ids))
  const now = new Map(rows.map(({ id, qty }) => [id, qty]))
  const moving = choices.flatMap(({ id, position, qty, qtyLoaded }) => {
    const [delta, had] = [qty - qtyLoaded, now.get(id) ?? 0]
    return delta === 0 ? [] : [{ productId: id, delta, had, path: `choices.${position}.qty` }]
  })
  refuse(
    moving.flatMap(({ delta, had, path }) =>
      had + delta > QUANTITY_MAX ? [{ path, message: PRODUCT_FIELDS.quantityTooLarge }] : [],
    ),
  )
  const short = moving.flatMap(({ delta, had, path }) =>
    had + delta < 0 ? [{ path, message: PRODUCTS.soldMeanwhile(had, -delta) }] : [],
  )
  if (short[0]) throw new AppError('stock_too_low', short[0].message, { issues: short })
  await moveStock(tx, moving, { reason: 'edited', userId })
  const logs = moving.map(({ productId, delta, had }) => ({
    productId,
    log: PRODUCT_HISTORY.edited(PRODUCT_PARTS.stock, had, had + delta),
    userId,
  }))
  await traceProducts(tx, ...logs)
}

/** Throws product_refused when the last choice of a product has just been deleted, unless its product is deleted, too. */
export async function requireChoices(tx: Db, choiceIds: string[]) {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select p.name from ${products} p
    where p.id in (select parent_id from ${products} where id = any(${sql.param(choiceIds)}::uuid[])) and p.deleted_at is null
      and not exists (select from ${products} c where c.parent_id = p.id and c.deleted_at is null)`)
  if (rows[0]) throw new AppError('product_refused', PRODUCTS.lastChoice(rows[0].name))
}

/** The history of the product: its axes, new choices and changed prices. */
async function traceEdits(tx: Db, before: LockedProduct, choices: ChoiceRow[], axes: string[], userId: string) {
  const [from, to] = [before.axes?.join(', ') ?? PRODUCT_HISTORY.noChoices, axes.join(', ')]
  const logs = choices.flatMap(({ id, before: row, values, price }) => {
    if (!row) return [{ productId: before._id, log: PRODUCT_HISTORY.choiceAdded(choiceName(values)) }]
    const log = PRODUCT_HISTORY.edited(PRODUCT_PARTS.price, formatDollars(row.price), formatDollars(price))
    return row.price === price ? [] : [{ productId: id, log }]
  })
  if (from !== to) logs.unshift({ productId: before._id, log: PRODUCT_HISTORY.edited(PRODUCT_PARTS.axes, from, to) })
  await traceProducts(tx, ...logs.map((entry) => ({ ...entry, userId })))
}

/** Throws while a payment holds units: should it fail, they return to the row that they were taken from. */
async function requireNothingHeld(tx: Db, id: string) {
  const heldUnits = await heldQuantities(tx, [id])
  if ((heldUnits.get(id) ?? 0) > 0) refuse([{ path: 'axes', message: PRODUCTS.beingPaid }])
}

function refuse(issues: { path: string; message: string }[]) {
  if (issues[0]) throw new AppError('product_refused', issues[0].message, { issues })
}
