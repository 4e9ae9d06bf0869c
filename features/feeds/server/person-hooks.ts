import type { PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'

const tables: Register<typeof import('../schema.ts')> = {
  feed_settings: { reason: REGISTER.SHOP },
  changed_addresses: { reason: REGISTER.GOODS },
}

export const ofPeople: PersonHooks = { tables }
