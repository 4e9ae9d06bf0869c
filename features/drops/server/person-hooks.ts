import { asc, inArray } from 'drizzle-orm'
import type { PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { dropAdmissions } from '../schema.ts'
import { PERSON_FILE } from './texts.ts'

const tables: Register<typeof import('../schema.ts')> = {
  drops: { reason: REGISTER.GOODS },
  dropped_products: { reason: REGISTER.GOODS },
  drop_admissions: {
    title: PERSON_FILE.drop_admissions,
    isOfOrder: true,
    read: (tx, { ids }) =>
      tx
        .select()
        .from(dropAdmissions)
        .where(
          inArray(dropAdmissions.orderId, tx.select({ id: orders.id }).from(orders).where(inArray(orders.userId, ids))),
        )
        .orderBy(asc(dropAdmissions.admittedAt)),
  },
}

export const ofPeople: PersonHooks = { tables }
