import type { PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'

const tables: Register<typeof import('../schema.ts')> = {
  webhook_endpoints: { reason: REGISTER.SHOP },
  webhook_deliveries: { reason: REGISTER.SHOP },
}

export const ofPeople: PersonHooks = { tables }
