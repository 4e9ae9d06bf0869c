import { KEY_RIGHTS, type KeyRight } from '#contract/api-keys.ts'
import type { Question } from '#contract/questions.ts'
import type { Db } from '#server/platform/db/client.ts'
import { createApiKey } from '#server/shop/accounts/api-keys.ts'
import { hashPassword } from '#server/shop/accounts/passwords.ts'
import { hashToken, newToken } from '#server/shop/accounts/tokens.ts'
import { changeStock } from '#server/shop/catalog/stock.ts'
import { categories, collectionProducts, collections, images, products } from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { pages } from '#server/shop/schema/text-pages.ts'
import { sessions, users } from '#server/shop/schema/users.ts'

/** With four digits from the beginning, names sort as they were made, whatever the process has made before. */
let counter = 2_000

/** Creates the category unless it exists; its label is its name. */
export async function category(db: Db, name: string, position = 0) {
  await db.insert(categories).values({ name, label: name, position }).onConflictDoNothing()
}

/** Creates a product for sale with 5 in stock, its stock movement and its category. */
export async function product(db: Db, fields: Partial<typeof products.$inferInsert> = {}) {
  const number = ++counter
  const { qty = 5, ...columns } = fields
  const plain = {
    sku: `SKU-${number}`,
    name: `Walnut Pen ${number}`,
    // Unlike those of the products that `fillLargeShop` makes.
    slug: `walnut-pen-no-${number}`,
    priceCents: 500,
    category: 'pens',
    ...columns,
  }
  return db.transaction(async (tx) => {
    await category(tx, plain.category)
    const [row] = await tx
      .insert(products)
      .values({ ...plain, qty: 0 })
      .returning()
    if (!row) throw new Error('The product was not inserted.')
    await changeStock(tx, { productId: row.id, delta: qty, reason: 'created' })
    return { ...row, qty }
  })
}

/** A question that each answer makes an item of its own. */
export const ENGRAVING: Question = { key: 'engraving', label: 'Engraving', kind: 'text', required: true }

/** Creates a product that comes in choices of these values on one axis, Size unless its fields say otherwise. */
export async function family(
  db: Db,
  fields: Partial<typeof products.$inferInsert> = {},
  choices: (Partial<typeof products.$inferInsert> & { choice: string[] })[] = [
    { choice: ['Small'] },
    { choice: ['Large'] },
  ],
) {
  return db.transaction(async (tx) => {
    const parent = await product(tx, { axes: ['Size'], ...fields, qty: 0 })
    const rows = []
    for (const [position, choice] of choices.entries())
      rows.push(await product(tx, { category: parent.category, parentId: parent.id, position, ...choice }))
    return { ...parent, choices: rows }
  })
}

/** Creates a collection of these products, in their order. */
export async function collection(
  db: Db,
  fields: Partial<typeof collections.$inferInsert> = {},
  members: { id: string }[] = [],
) {
  const position = ++counter
  const plain = { name: `Gifts ${position}`, slug: `gifts-${position}`, position }
  const [row] = await db
    .insert(collections)
    .values({ ...plain, ...fields })
    .returning()
  if (!row) throw new Error('The collection was not inserted.')
  const rows = members.map(({ id }, place) => ({ collectionId: row.id, productId: id, position: place }))
  if (rows.length > 0) await db.insert(collectionProducts).values(rows)
  return row
}

/** Creates the row of a photo, without files. */
export async function image(db: Db, productId: string, fields: Partial<typeof images.$inferInsert> = {}) {
  const plain = { productId, alt: 'A pen', width: 1200, height: 900, placeholder: 'data:image/webp;base64,AA==' }
  const [row] = await db
    .insert(images)
    .values({ ...plain, ...fields })
    .returning()
  if (!row) throw new Error('The photo was not inserted.')
  return row
}

/** The password of every user that `user` and `admin` create. */
export const PASSWORD = 'a walnut pen in the rain'

let passwordHash: Promise<string> | undefined

/** Creates a signed-in user; returns the row and a session token. The password is PASSWORD unless one is given. */
export async function user(db: Db, fields: Partial<typeof users.$inferInsert> & { password?: string } = {}) {
  const number = ++counter
  const { password, ...columns } = fields
  // Hashing is slow on purpose: once per process is enough.
  passwordHash ??= hashPassword(PASSWORD)
  const [row] = await db
    .insert(users)
    .values({
      name: `Ann Shopper ${number}`,
      email: `ann-${number}@shopper.example`,
      passwordHash: password ? await hashPassword(password) : await passwordHash,
      ...columns,
    })
    .returning()
  if (!row) throw new Error('The account was not inserted.')
  return { user: row, token: await session(db, row.id) }
}

/** Creates a signed-in guest, who has no password. */
export async function guest(db: Db, fields: Partial<typeof users.$inferInsert> = {}) {
  const plain = { name: `Gus Guest ${++counter}`, email: `gus-${counter}@shopper.example`, isGuest: true }
  const [row] = await db
    .insert(users)
    .values({ ...plain, ...fields })
    .returning()
  if (!row) throw new Error('The guest was not inserted.')
  return { user: row, token: await session(db, row.id) }
}

/** Creates another session and returns its token. */
export async function session(db: Db, userId: string, fields: Partial<typeof sessions.$inferInsert> = {}) {
  const token = newToken()
  await db.insert(sessions).values({ ...fields, tokenHash: hashToken(token), userId })
  return token
}

/** Creates a signed-in admin. */
export const admin = (db: Db, fields: Parameters<typeof user>[1] = {}) => user(db, { ...fields, isAdmin: true })

/** Creates an API key for a user; it works while the user has the API role. */
export function apiKey(
  db: Db,
  { user: owner, token }: Awaited<ReturnType<typeof user>>,
  rights: KeyRight[] = [...KEY_RIGHTS],
) {
  const session = { tokenHash: hashToken(token), isRecent: true, orderId: null, onlyOrderId: null }
  return createApiKey(db, { ...owner, isApi: true, session }, { name: 'Stock list', rights, days: 365 })
}

/** Creates a saved coupon, worth a dollar unless its fields say otherwise. */
export async function coupon(db: Db, fields: Partial<typeof coupons.$inferInsert> = {}) {
  const plain = { code: `CODE-${++counter}`, amountCents: 100, draft: false }
  const [row] = await db
    .insert(coupons)
    .values({ ...plain, ...fields })
    .returning()
  if (!row) throw new Error('The coupon was not inserted.')
  return row
}

/** Creates a published text page, linked in the footer. */
export async function textPage(db: Db, fields: Partial<typeof pages.$inferInsert> = {}) {
  const position = ++counter
  const plain = { slug: `page-${position}`, title: 'Care', body: 'Wash by hand.', publishedAt: new Date(), position }
  const text = { ...plain, ...fields }
  const drafts = { draftTitle: text.title, draftBody: text.body, ...fields }
  const [row] = await db
    .insert(pages)
    .values({ ...text, ...drafts })
    .returning()
  if (!row) throw new Error('The page was not inserted.')
  return row
}
