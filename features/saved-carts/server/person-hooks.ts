import { desc, inArray } from 'drizzle-orm'
import type { PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { savedCarts } from '../schema.ts'
import { PERSON_FILE_TITLE } from './texts.ts'

const tables: Register<typeof import('../schema.ts')> = {
  saved_carts: {
    title: PERSON_FILE_TITLE,
    read: (tx, { ids }) =>
      tx.select().from(savedCarts).where(inArray(savedCarts.userId, ids)).orderBy(desc(savedCarts.savedAt)),
  },
}

export const ofPeople: PersonHooks = {
  tables,
  erase: async (tx, { ids }) => {
    await tx.delete(savedCarts).where(inArray(savedCarts.userId, ids))
  },
  eraseAll: (tx) => tx.delete(savedCarts),
}
