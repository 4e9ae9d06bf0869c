// What a person's file and deletion take from letters.
import { getColumns, sql } from 'drizzle-orm'
import type { PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'
import { subscribers } from '../schema.ts'
import { isUnder } from './subscribers.ts'
import { PERSON_FILE_TITLE } from './texts.ts'

const tables: Register<typeof import('../schema.ts')> = {
  subscribers: {
    title: PERSON_FILE_TITLE,
    read: (tx, { email }) =>
      email ? tx.select(getColumns(subscribers)).from(subscribers).where(isUnder(email)) : Promise.resolve([]),
    leftOut: { addressHash: REGISTER.SECRET },
  },
  letters: { reason: REGISTER.SHOP },
}

export const ofPeople: PersonHooks = {
  tables,
  rowsUnder: (address) => sql<number>`(select count(*) from ${subscribers} where ${isUnder(address)})`,
  mailed: ({ email }) => ({
    field: 'subscriberId',
    ids: sql`select ${subscribers.id}::text from ${subscribers} where ${email ? isUnder(email) : sql`false`}`,
  }),
  async erase(tx, { email }) {
    if (email) await tx.delete(subscribers).where(isUnder(email))
  },
  eraseAll: (tx) => tx.delete(subscribers),
}

/** SQL condition: the owner of an address has confirmed letters with a mailed link. */
export const hasConfirmed = (address: string) =>
  sql`exists (select from ${subscribers} where ${isUnder(address)} and ${subscribers.confirmedAt} is not null)`
