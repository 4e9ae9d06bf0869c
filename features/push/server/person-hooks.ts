import { asc, inArray } from 'drizzle-orm'
import type { PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'
import { pushDevices } from '../schema.ts'
import { PERSON_FILE_TITLE } from './texts.ts'

const tables: Register<typeof import('../schema.ts')> = {
  push_devices: {
    title: PERSON_FILE_TITLE,
    read: (tx, { ids }) =>
      tx.select().from(pushDevices).where(inArray(pushDevices.userId, ids)).orderBy(asc(pushDevices.createdAt)),
    leftOut: {
      sessionHash: REGISTER.SECRET,
      endpoint: REGISTER.SECRET,
      p256dh: REGISTER.SECRET,
      auth: REGISTER.SECRET,
      publicKey: REGISTER.SHOP,
    },
  },
  push_notices: { reason: REGISTER.SHOP },
  push_low_products: { reason: REGISTER.GOODS },
}

export const ofPeople: PersonHooks = {
  tables,
  erase: async (tx, { ids }) => {
    await tx.delete(pushDevices).where(inArray(pushDevices.userId, ids))
  },
  eraseAll: (tx) => tx.delete(pushDevices),
}
