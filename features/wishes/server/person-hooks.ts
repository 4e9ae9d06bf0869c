import { desc, eq, inArray } from 'drizzle-orm'
import type { PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { wishes } from '../schema.ts'
import { PERSON_FILE_TITLE } from './texts.ts'

const tables: Register<typeof import('../schema.ts')> = {
  wishes: {
    title: PERSON_FILE_TITLE,
    read: (tx, { ids }) =>
      tx
        .select({
          userId: wishes.userId,
          productId: wishes.productId,
          createdAt: wishes.createdAt,
          product: products.name,
        })
        .from(wishes)
        .innerJoin(products, eq(products.id, wishes.productId))
        .where(inArray(wishes.userId, ids))
        .orderBy(desc(wishes.createdAt)),
  },
}

export const ofPeople: PersonHooks = {
  tables,
  erase: async (tx, { ids }) => {
    await tx.delete(wishes).where(inArray(wishes.userId, ids))
  },
  eraseAll: (tx) => tx.delete(wishes),
}
