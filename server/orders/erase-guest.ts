import { and, eq, isNull } from 'drizzle-orm'
import { deleteUser } from '../accounts/admin-users.ts'
import type { Caller } from '../accounts/sessions.ts'
import type { Db } from '../db/client.ts'
import { orders } from '../db/order-schema.ts'
import { users } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { NOT_FOUND } from '../texts/requests.ts'

/** Erases the guest who bought the order, as an account is deleted. Throws not_found for an order of an account. */
export async function eraseGuest(db: Db, caller: Caller, orderId: string): Promise<void> {
  const [guest] = await db
    .select({ id: users.id })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, orderId), eq(users.isGuest, true), isNull(users.deletedAt)))
  if (!guest) throw notFound(NOT_FOUND.account)
  await deleteUser(db, caller, guest.id)
}
