import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { isAccount, users } from '#server/shop/schema/users.ts'

/** SQL condition: the owner of an address has confirmed something of a feature by a mailed link. */
export type Confirmation = (address: string) => SQL

/** What features let the owner of an address confirm. app/server/features.ts fills the list while the program loads. */
export const confirmations: Confirmation[] = []

/**
 * Whether an address has paid an order with money, or its owner has confirmed it: for an account, for something of a
 * feature, or as an admin's. Payments of a demo count unless `ignoresDemo`.
 */
export async function isProvenAddress(db: Db, address: string, ignoresDemo = true): Promise<boolean> {
  const isTheirs = sql`lower(${users.email}) = lower(${address})`
  const isGuest = and(eq(users.isGuest, true), isNull(users.deletedAt))
  const isConfirmed = or(isNotNull(users.emailVerifiedAt), eq(users.isAdmin, true))
  const hasUser = (which: SQL | undefined) => sql`exists (select from ${users} where ${and(isTheirs, which)})`
  const proofs = [
    hasUser(and(isAccount(users), or(isConfirmed, hasPaid(db, ignoresDemo)))),
    hasUser(and(isGuest, hasPaid(db, ignoresDemo))),
    ...confirmations.map((proofOf) => proofOf(address)),
  ]
  const { rows } = await db.execute<{ proven: boolean }>(sql`select ${sql.join(proofs, sql` or `)} as proven`)
  return onlyRow(rows).proven
}

/** SQL condition: the user has paid an order with money. */
function hasPaid(db: Db, ignoresDemo: boolean) {
  const isPaid = and(isNotNull(orders.paidAt), ne(orders.totalCents, 0), sql`${orders.paidBy} is distinct from 'gift'`)
  const isReal = ignoresDemo ? eq(orders.isDemo, false) : undefined
  return sql`exists ${db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, users.id), isPaid, isReal))}`
}
