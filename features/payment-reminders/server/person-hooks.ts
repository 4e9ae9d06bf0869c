import { inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Person, PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { paymentReminders } from '../schema.ts'
import { PERSON_FILE_TITLE } from './texts.ts'

/** SQL condition: the reminder was of a person's order, or went to their address. */
const isOf = ({ ids, email }: Person) =>
  or(
    sql`${paymentReminders.orderId} in (select ${orders.id} from ${orders} where ${inArray(orders.userId, ids)})`,
    email ? isUnder(email) : undefined,
  )

const isUnder = (address: string): SQL => sql`${paymentReminders.email} = lower(${address})`

const tables: Register<typeof import('../schema.ts')> = {
  payment_reminder_settings: { reason: REGISTER.SHOP },
  payment_reminders: {
    title: PERSON_FILE_TITLE,
    read: (tx, person) => tx.select().from(paymentReminders).where(isOf(person)).orderBy(paymentReminders.createdAt),
  },
}

export const ofPeople: PersonHooks = {
  tables,
  rowsUnder: (address) => sql<number>`(select count(*) from ${paymentReminders} where ${isUnder(address)})`,
  erase: async (tx, person) => {
    await tx.delete(paymentReminders).where(isOf(person))
  },
  eraseAll: (tx) => tx.delete(paymentReminders),
}
