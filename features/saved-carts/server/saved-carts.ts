// The carts of a person's devices. Each device writes its own alone, so none can lose what another one has; what is paid
// for leaves all of them by a comparison with the orders, so a payment writes nothing here.
import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { SIGN_IN } from '#server/shop/accounts/texts.ts'
import { forSale, hasOwnStock } from '#server/shop/catalog/for-sale.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import type { OtherCarts, SavedCart } from '../contract.ts'
import { isBought, type Line, linesElsewhere, linesToStore, type Purchase, type StoredLine } from '../saved-lines.ts'
import { savedCarts } from '../schema.ts'

/** The most devices whose carts are kept: the one used longest ago goes. */
const MOST_DEVICES = 5
/** The most lines that are offered at once. */
const MOST_OFFERED = 100

/**
 * Saves the cart of a user's device; returns what the other devices have and it lacks, and what was bought since it came
 * into this cart. Throws unauthenticated when the user was deleted meanwhile.
 */
export function saveCart(db: Db, userId: string, device: string, { items }: SavedCart): Promise<OtherCarts> {
  return db.transaction(async (tx) => {
    // The row lock makes concurrent calls run one after the other, so that they cannot exceed the limit.
    const isThere = and(eq(users.id, userId), isNull(users.deletedAt))
    const [owner] = await tx
      .select({ now: sql<string>`to_json(clock_timestamp())#>>'{}'` })
      .from(users)
      .where(isThere)
      .for('no key update')
    if (!owner) throw new AppError('unauthenticated', SIGN_IN.needed)
    const rows = await tx.select().from(savedCarts).where(eq(savedCarts.userId, userId)).orderBy(savedCarts.savedAt)
    const isOwn = (row: { device: string }) => row.device === device.toLowerCase()
    const ownLines = linesToStore(items, rows.find(isOwn)?.items ?? [], new Date(owner.now).toISOString())
    const others = rows.filter((row) => !isOwn(row)).reverse()
    const purchases = await purchasesOf(tx, userId, [...ownLines, ...others.flatMap((row) => row.items)])
    const otherCarts = others.map((row) => ({ ...row, items: row.items.filter((line) => !isBought(line, purchases)) }))
    await store(tx, userId, device, ownLines)
    await keepOthers(tx, userId, others, otherCarts)
    const linesOfOthers = linesElsewhere(
      otherCarts.map((row) => row.items),
      items,
    ).slice(0, MOST_OFFERED)
    const boughtLines = ownLines.filter((line) => isBought(line, purchases))
    const names = await namesOf(tx, [...linesOfOthers, ...boughtLines])
    const named = (lines: StoredLine[], isShown: (name: Name) => boolean) =>
      lines.flatMap(({ at: _, ...line }) => {
        const name = names.get(line.product)
        return name && isShown(name) ? [{ ...line, name: name.name }] : []
      })
    return { items: named(linesOfOthers, ({ canBeBought }) => canBeBought), bought: named(boughtLines, () => true) }
  })
}

async function store(tx: Db, userId: string, device: string, items: StoredLine[]) {
  if (items.length === 0) {
    await tx.delete(savedCarts).where(and(eq(savedCarts.userId, userId), eq(savedCarts.device, device)))
    return
  }
  const row = { items, savedAt: sql`clock_timestamp()` }
  await tx
    .insert(savedCarts)
    .values({ userId, device, ...row })
    .onConflictDoUpdate({ target: [savedCarts.userId, savedCarts.device], set: row })
}

type Cart = { device: string; items: StoredLine[] }

/** Deletes the carts of other devices of which everything is bought, and the oldest ones beyond the limit. */
async function keepOthers(tx: Db, userId: string, before: Cart[], now: Cart[]) {
  const gone = before.filter((_, at) => at >= MOST_DEVICES - 1 || now[at]?.items.length === 0)
  if (gone.length === 0) return
  const devices = gone.map(({ device }) => device)
  await tx.delete(savedCarts).where(and(eq(savedCarts.userId, userId), inArray(savedCarts.device, devices)))
}

/** The products of these lines that the user has paid for since the oldest line. */
async function purchasesOf(tx: Db, userId: string, lines: readonly StoredLine[]): Promise<Purchase[]> {
  const [oldest] = lines.map(({ at }) => at).toSorted()
  if (!oldest) return []
  const rows = await tx
    .select({ product: orderItems.productId, answers: orderItems.answers, paidAt: orders.paidAt })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(eq(orders.userId, userId), gte(orders.paidAt, new Date(oldest)), inArray(orderItems.productId, idsOf(lines))),
    )
  return rows.map(({ product, answers, paidAt }) => ({
    product,
    answers: Object.fromEntries((answers ?? []).map(({ key, answer }) => [key, answer])),
    at: paidAt?.toISOString() ?? '',
  }))
}

const idsOf = (lines: readonly Line[]) => [...new Set(lines.map(({ product }) => product))]

type Name = { name: string; canBeBought: boolean }

/** The names of the products of these lines, as a cart shows them, by their ids. */
async function namesOf(tx: Db, lines: readonly Line[]): Promise<Map<string, Name>> {
  if (lines.length === 0) return new Map()
  const rows = await tx
    .select({
      id: products.id,
      name: products.name,
      canBeBought: sql<boolean>`${forSale} and ${hasOwnStock} and ${products.qty} > 0`,
    })
    .from(products)
    .where(inArray(products.id, idsOf(lines)))
  return new Map(rows.map(({ id, name, canBeBought }) => [id, { name, canBeBought }]))
}
