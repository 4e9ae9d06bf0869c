import type { PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'

const tables: Register<typeof import('../schema.ts')> = {
  sales: { reason: REGISTER.GOODS },
  sale_targets: { reason: REGISTER.GOODS },
  sale_products: { reason: REGISTER.GOODS },
  price_log: { reason: REGISTER.GOODS },
}

export const ofPeople: PersonHooks = { tables }
