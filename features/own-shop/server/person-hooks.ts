import type { PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'

const tables: Register<typeof import('../schema.ts')> = {
  demo_rows: { reason: REGISTER.SHOP },
}

export const ofPeople: PersonHooks = { tables }
