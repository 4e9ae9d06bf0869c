import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { AdminProduct, ProductUpdate } from '#contract/admin/products.ts'
import { DRAFT_SLUG } from '#contract/admin/texts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { adminProduct } from './admin-products.ts'
import { changeProducts } from './bulk-edit.ts'
import { lockCategory } from './categories.ts'
import { updateProduct } from './edit-product.ts'
import { freeSlug } from './slugs.ts'
import { moveStock, traceProducts } from './stock.ts'

type Insertion = {
  /** With at least a name and a category. A slug that is taken gets a number. */
  product: ProductUpdate & { name: string; category: string }
  isDraft: boolean
  /** The first sentence of its history. */
  log: string
}

/**
 * Inserts a whole product in the caller's transaction, with choices, photos and collections as an edit has them, and its
 * stock as imported. Returns it. Throws as `updateProduct` does.
 */
export async function insertProduct(
  tx: Db,
  { product, isDraft, log }: Insertion,
  userId: string,
): Promise<AdminProduct> {
  const { qty = 0, qtyLoaded: _, version: __, slug, choices, ...edit } = product
  const category = await lockCategory(tx, product.category)
  const placeholder = `${DRAFT_SLUG}${randomBytes(6).toString('hex')}`
  const values = { sku: '', name: product.name, priceCents: product.price ?? 0, qty: 0, category, draft: true }
  const { id } = onlyRow(
    await tx
      .insert(products)
      .values({ ...values, slug: placeholder })
      .returning({ id: products.id }),
  )
  await traceProducts(tx, { productId: id, log, userId })
  const { draft } = await updateProduct(
    tx,
    id,
    {
      ...edit,
      category,
      slug: await freeSlug(tx, slug || product.name, id),
      ...(choices && { choices: choices.map((choice) => ({ ...choice, qty: 0 })) }),
    },
    userId,
  )
  if (isDraft && !draft) await changeProducts(tx, { ids: [id], change: { hidden: true } }, userId)
  await moveStock(tx, await movementsOf(tx, id, { qty, choices }), { reason: 'imported', userId })
  return adminProduct(tx, id)
}

async function movementsOf(tx: Db, id: string, { qty, choices }: Pick<ProductUpdate, 'choices'> & { qty: number }) {
  const stocks = choices
    ? await tx
        .select({ productId: products.id, position: products.position })
        .from(products)
        .where(eq(products.parentId, id))
    : [{ productId: id, position: null }]
  return stocks.flatMap(({ productId, position }) => {
    const delta = position === null ? qty : (choices?.[position]?.qty ?? 0)
    return delta > 0 ? [{ productId, delta }] : []
  })
}
