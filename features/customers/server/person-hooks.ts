// What a person's file and deletion take from the notes about customers.
import { inArray, or, sql } from 'drizzle-orm'
import type { Person, PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { customerMerges, customerNotes } from '../schema.ts'
import { PERSON_FILE } from './texts.ts'

type Table = typeof customerNotes | typeof customerMerges

/** SQL condition: the row is a person's, or of their address. */
const isOf = ({ userId, email: column }: Table, { ids, email }: Person) =>
  or(inArray(userId, ids), email ? sql`${column} = lower(${email})` : sql`false`)

const tables: Register<typeof import('../schema.ts')> = {
  customer_notes: {
    title: PERSON_FILE.customer_notes,
    read: (tx, person) =>
      tx.select().from(customerNotes).where(isOf(customerNotes, person)).orderBy(customerNotes.updatedAt),
  },
  customer_merges: {
    title: PERSON_FILE.customer_merges,
    read: (tx, person) =>
      tx.select().from(customerMerges).where(isOf(customerMerges, person)).orderBy(customerMerges.email),
  },
}

export const ofPeople: PersonHooks = {
  tables,
  rowsUnder: (address) =>
    sql<number>`(select count(*) from ${customerNotes} where ${customerNotes.email} = lower(${address}))`,
  async erase(tx, person) {
    await tx.delete(customerNotes).where(isOf(customerNotes, person))
    await tx.delete(customerMerges).where(isOf(customerMerges, person))
  },
  async eraseAll(tx) {
    await tx.delete(customerNotes)
    await tx.delete(customerMerges)
  },
}
