// Whose data a file or a deletion is about. Anybody can register with any address, so what is known by an email address
// alone, orders of guests and requests, belongs to an account only once its owner has proven the address.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { type Person, personHooks } from '#server/shop/accounts/person.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'

type Account = Pick<typeof users.$inferSelect, 'id' | 'email' | 'emailVerifiedAt'>

/** The person with this account, for a file of their data, whoever asks for it: an unproven address reaches none. */
export async function personOfAccount(db: Db, { id, email, emailVerifiedAt }: Account): Promise<Person> {
  if (!emailVerifiedAt) return { ids: [id], email: null }
  return { ids: [id, ...(await guestsOf(db, email))], email }
}

/** The person with this account, for the seller's deletion: requests by the address go with it, proven or not. */
export async function customerOfAccount(db: Db, account: Account): Promise<Person> {
  return { ...(await personOfAccount(db, account)), email: account.email }
}

/** Everybody who bought as a guest with this email address, or asked for a piece, as one person. An account is not part. */
export async function personOfAddress(db: Db, email: string): Promise<Person> {
  return { ids: await guestsOf(db, email), email }
}

/**
 * The person who bought this order as a guest. A guest without an email address, whose order the seller added, is nobody
 * else. Throws not_found for an order of an account, and for an erased guest.
 */
export async function guestOfOrder(db: Db, orderId: string): Promise<Person> {
  const [guest] = await db
    .select({ id: users.id, email: users.email })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, orderId), eq(users.isGuest, true), isNull(users.deletedAt)))
  if (!guest) throw notFound(NOT_FOUND.account)
  return guest.email ? personOfAddress(db, guest.email) : { ids: [guest.id], email: null }
}

/** Whether an account, a guest or a feature has something under this email address. */
export async function isKnownAddress(db: Db, email: string): Promise<boolean> {
  const [user, others] = await Promise.all([
    db.$count(users, and(sql`lower(${users.email}) = lower(${email})`, isNull(users.deletedAt))),
    rowsOfFeatures(db, email),
  ])
  return user + others > 0
}

/** The number of rows that features have under an email address. */
export async function rowsOfFeatures(db: Db, email: string): Promise<number> {
  const counts = personHooks.flatMap(({ rowsUnder }) => rowsUnder?.(email) ?? [])
  const { rows } = await db.execute<{ total: number }>(
    sql`select (${sql.join([sql`0`, ...counts], sql` + `)})::int as total`,
  )
  return onlyRow(rows).total
}

async function guestsOf(db: Db, email: string): Promise<string[]> {
  const isGuest = and(eq(users.isGuest, true), isNull(users.deletedAt))
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isGuest, sql`lower(${users.email}) = lower(${email})`))
  return rows.map(({ id }) => id)
}
