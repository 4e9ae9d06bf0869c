import type { PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'

const tables: Register<typeof import('../schema.ts')> = { low_products: { reason: REGISTER.GOODS } }

export const ofPeople: PersonHooks = { tables }
