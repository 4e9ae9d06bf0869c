// What a person's file and deletion take from invitations.
import { inArray, or, sql } from 'drizzle-orm'
import type { Person, PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { invitations } from '../schema.ts'
import { hasAddress } from './invitations.ts'
import { PERSON_FILE_TITLE } from './texts.ts'

/** SQL condition: the invitation is to the person's address. */
const isTo = ({ email }: Person) => (email ? hasAddress(email) : sql`false`)

const tables: Register<typeof import('../schema.ts')> = {
  invitations: {
    title: PERSON_FILE_TITLE,
    read: (tx, person) => tx.select().from(invitations).where(isTo(person)),
    leftOut: {
      keyHashes: 'A secret by which the invitation is accepted.',
      invitedBy: 'Somebody of the shop, who sent the invitation.',
    },
  },
}

export const ofPeople: PersonHooks = {
  tables,
  rowsUnder: (address) => sql<number>`(select count(*) from ${invitations} where ${hasAddress(address)})`,
  async erase(tx, person) {
    await tx.delete(invitations).where(or(isTo(person), inArray(invitations.invitedBy, person.ids)))
  },
  eraseAll: (tx) => tx.delete(invitations),
}
