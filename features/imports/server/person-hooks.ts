import type { PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'

const tables: Register<typeof import('../schema.ts')> = {
  imports: { reason: REGISTER.SELLER },
  import_rows: { reason: REGISTER.IMPORTED },
}

export const ofPeople: PersonHooks = { tables }
