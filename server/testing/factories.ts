import { inArray } from 'drizzle-orm'
import { KEY_SCOPES, type KeyScope } from '#contract/api-keys.ts'
import type { PastSource } from '#contract/history.ts'
import type { Question } from '#contract/questions.ts'
import { createApiKey } from '../accounts/api-keys.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { hashToken, newToken } from '../accounts/tokens.ts'
import { adminProductsOf } from '../catalog/admin-products.ts'
import { changeStock } from '../catalog/stock.ts'
import type { Db } from '../db/client.ts'
import { pastCustomers, pastOrderItems, pastOrders, pastReviews } from '../db/history-schema.ts'
import { importRows, imports } from '../db/import-schema.ts'
import { requests } from '../db/request-schema.ts'
import { onlyRow } from '../db/rows.ts'
import {
  categories,
  collectionProducts,
  collections,
  coupons,
  drops,
  images,
  pages,
  products,
  sessions,
  users,
} from '../db/schema.ts'
import { emptyListing } from '../imports/listing.ts'

/** With four digits from the beginning, names sort as they were made, whatever the process has made before. */
let made = 2_000

/** Creates the category unless it exists; its label is its name. */
export async function category(db: Db, name: string, position = 0) {
  await db.insert(categories).values({ name, label: name, position }).onConflictDoNothing()
}

/** Creates a product for sale with 5 in stock, its stock movement and its category. */
export async function product(db: Db, fields: Partial<typeof products.$inferInsert> = {}) {
  const number = ++made
  const { qty = 5, ...given } = fields
  const plain = {
    sku: `SKU-${number}`,
    name: `Walnut Pen ${number}`,
    // Unlike those of the products that `fillLargeShop` makes.
    slug: `walnut-pen-no-${number}`,
    priceCents: 500,
    category: 'pens',
    ...given,
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
  const position = ++made
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

/** Creates a drop of these products that starts in half an hour; until then they are hidden. */
export async function drop(db: Db, fields: Partial<typeof drops.$inferInsert> = {}, pieces: { id: string }[] = []) {
  const number = ++made
  const shown = { tickets: 0, admitted: 0, left: 0, paying: 0, choosing: 0 }
  const plain = { name: `Winter cups ${number}`, slug: `winter-cups-${number}`, minutes: 10, shown }
  const startsAt = new Date(Date.now() + 30 * 60_000)
  const secret = '000102030405060708090a0b0c0d0e0f'
  const row = onlyRow(
    await db
      .insert(drops)
      .values({ ...plain, startsAt, secret, ...fields })
      .returning(),
  )
  const ids = pieces.map(({ id }) => id)
  if (ids.length > 0) await db.update(products).set({ dropId: row.id, draft: true }).where(inArray(products.id, ids))
  return row
}

type ImportFields = { state?: (typeof imports.$inferInsert)['state']; isCreated?: boolean }

/** Creates an import of one row, whose product exists if it `isCreated`. */
export async function importOf(db: Db, userId: string, { state = 'ready', isCreated }: ImportFields = {}) {
  const [row] = await db.insert(imports).values({ name: 'listings.csv', format: 'etsy', userId, state }).returning()
  if (!row) throw new Error('The import was not inserted.')
  const listing = { ...emptyListing(2, 2), key: 'mug', name: 'Mug', price: 1200 }
  const made = isCreated ? await product(db) : undefined
  const version = made && (await adminProductsOf(db, [made.id]))[0]?.version
  await db.insert(importRows).values({
    ...{ importId: row.id, number: 1, line: 2, lastLine: 2, key: 'mug', name: 'Mug', sku: '', priceCents: 1200 },
    ...{ qty: made?.qty ?? 0, category: 'pens', choices: 0, photos: 0, listing, notes: [], outcome: 'create' },
    ...{ included: true, state: made ? 'created' : 'waiting', productId: made?.id, version },
    missing: made ? [{ url: 'https://photos.example/mug.jpg', problem: '' }] : [],
  })
  return row
}

/** Creates an order of another shop with one item, its customer, and a review of it; of that product, if one is given. */
export async function pastOrder(
  db: Db,
  userId: string,
  fields: {
    email?: string
    name?: string
    street?: string
    words?: string
    productId?: string
    source?: PastSource
  } = {},
) {
  const { email = 'ann@example.com', name = 'Ann Li', street = '1 Main St', words = 'Lovely.' } = fields
  const { productId = null, source = 'etsy' } = fields
  const day = '2024-03-05'
  const number = String(3_000 + ++made)
  const values = { name: 'orders.csv', format: source, kind: 'orders', userId, state: 'done' } as const
  const from = onlyRow(await db.insert(imports).values(values).returning())
  const customer = onlyRow(
    await db
      .insert(pastCustomers)
      .values({ source, key: `${email} ${number}`, name, email })
      .returning(),
  )
  const order = onlyRow(
    await db
      .insert(pastOrders)
      .values({
        ...{ importId: from.id, source, sourceId: number, number, day, customerId: customer.id, recipient: name },
        ...{ address: [street, 'Troy NY 12180'], status: '', currency: 'USD', totalCents: 2500 },
        search: `${number} ${name} ${email} moon mug`.toLowerCase(),
      })
      .returning(),
  )
  await db.insert(pastOrderItems).values({
    pastOrderId: order.id,
    line: 0,
    name: 'Moon Mug',
    options: '',
    sku: '',
    qty: 1,
    priceCents: 2500,
    productId,
  })
  const review = onlyRow(
    await db
      .insert(pastReviews)
      .values({
        ...{
          importId: from.id,
          source,
          key: `review ${number}`,
          sourceOrderId: number,
          pastOrderId: order.id,
          productId,
        },
        ...{ reviewer: name, rating: 5, text: words, day },
      })
      .returning(),
  )
  return { import: from, customer, order, review }
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
  const number = ++made
  const { password, ...given } = fields
  // Hashing is slow on purpose: once per process is enough.
  passwordHash ??= hashPassword(PASSWORD)
  const [row] = await db
    .insert(users)
    .values({
      name: `Ann Shopper ${number}`,
      email: `ann-${number}@shopper.example`,
      passwordHash: password ? await hashPassword(password) : await passwordHash,
      ...given,
    })
    .returning()
  if (!row) throw new Error('The account was not inserted.')
  return { user: row, token: await session(db, row.id) }
}

/** Creates a signed-in guest, who has no password. */
export async function guest(db: Db, fields: Partial<typeof users.$inferInsert> = {}) {
  const plain = { name: `Gus Guest ${++made}`, email: `gus-${made}@shopper.example`, isGuest: true }
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
  scopes: KeyScope[] = [...KEY_SCOPES],
) {
  const session = { tokenHash: hashToken(token), isRecent: true, orderId: null, onlyOrderId: null }
  return createApiKey(db, { ...owner, isApi: true, session }, { name: 'Stock list', scopes, days: 365 })
}

/** Creates a saved coupon, worth a dollar unless its fields say otherwise. */
export async function coupon(db: Db, fields: Partial<typeof coupons.$inferInsert> = {}) {
  const plain = { code: `CODE-${++made}`, amountCents: 100, draft: false }
  const [row] = await db
    .insert(coupons)
    .values({ ...plain, ...fields })
    .returning()
  if (!row) throw new Error('The coupon was not inserted.')
  return row
}

/** Creates a published text page, linked in the footer. */
export async function textPage(db: Db, fields: Partial<typeof pages.$inferInsert> = {}) {
  const position = ++made
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

/** Creates a confirmed request to hear of a product that is back, of a new product unless one is given. */
export async function pieceRequest(db: Db, fields: Partial<typeof requests.$inferInsert> = {}) {
  const productId = fields.productId ?? (await product(db, { qty: 0 })).id
  const plain = { kind: 'back', email: `asks-${++made}@shopper.example`, state: 'waiting' } as const
  const [row] = await db
    .insert(requests)
    .values({ ...plain, confirmedAt: new Date(), ...fields, productId })
    .returning()
  if (!row) throw new Error('The request was not inserted.')
  return row
}
