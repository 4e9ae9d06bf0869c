// What a person's file and deletion take from returns.
import { and, eq, getColumns, inArray, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { Person, PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { returnItems, returns, unmatchedWithdrawals } from '../schema.ts'
import { PERSON_FILE } from './texts.ts'

/** The ids of the returns of a person. */
const returnsOf = (tx: Db, { ids }: Person) =>
  tx
    .select({ id: returns.id })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(inArray(orders.userId, ids))

const isUnder = (address: string) => sql`lower(${unmatchedWithdrawals.email}) = lower(${address})`

const isOf = ({ email }: Person) => (email ? isUnder(email) : sql`false`)

const tables: Register<typeof import('../schema.ts')> = {
  returns: {
    title: PERSON_FILE.returns,
    read: (tx, person) =>
      tx
        .select({ ...getColumns(returns), order: orders.number })
        .from(returns)
        .innerJoin(orders, eq(orders.id, returns.orderId))
        .where(inArray(orders.userId, person.ids))
        .orderBy(returns.askedAt),
    leftOut: { answeredBy: REGISTER.SELLER },
  },
  return_items: {
    title: PERSON_FILE.return_items,
    read: (tx, person) =>
      tx
        .select({ ...getColumns(returnItems), piece: orderItems.name })
        .from(returnItems)
        .innerJoin(orderItems, and(eq(orderItems.orderId, returnItems.orderId), eq(orderItems.line, returnItems.line)))
        .where(inArray(returnItems.returnId, returnsOf(tx, person)))
        .orderBy(returnItems.returnId, returnItems.line),
  },
  unmatched_withdrawals: {
    title: PERSON_FILE.unmatched_withdrawals,
    read: (tx, person) =>
      tx.select().from(unmatchedWithdrawals).where(isOf(person)).orderBy(unmatchedWithdrawals.receivedAt),
  },
  return_policy: { reason: REGISTER.SHOP },
}

export const ofPeople: PersonHooks = {
  tables,
  rowsUnder: (address) => sql<number>`(select count(*) from ${unmatchedWithdrawals} where ${isUnder(address)})`,
  async erase(tx, person) {
    await tx
      .update(returns)
      .set({ reason: '', answer: sql`case when ${returns.answer} is not null then '' end` })
      .where(and(or(ne(returns.reason, ''), ne(returns.answer, '')), inArray(returns.id, returnsOf(tx, person))))
    await tx.delete(unmatchedWithdrawals).where(isOf(person))
  },
  async eraseAll(tx) {
    await tx.delete(returns)
    await tx.delete(unmatchedWithdrawals)
  },
}
