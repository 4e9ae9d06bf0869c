import { z } from 'zod'
import type { Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'
import { defineFeature } from '#server/shop/feature.ts'
import { SETTINGS } from '#server/shop/public-tags.ts'
import { discountCalls } from '../calls.ts'
import { discountsFile } from './archive-file.ts'
import { discountRoutes } from './routes.ts'
import { savedDiscounts } from './saved-discounts.ts'

const tables: Register<typeof import('../schema.ts')> = { discounts: { reason: REGISTER.GOODS } }

const Notice = z.object({ discounts: z.literal(true) })

/** Discounts that act on orders without a code. */
export const discounts = defineFeature({
  name: 'discounts',
  calls: discountCalls,
  routes: [discountRoutes],
  discounts: savedDiscounts,
  notices: (json) => (Notice.safeParse(json).success ? [SETTINGS] : undefined),
  people: { tables },
  desk: { files: (db) => [discountsFile(db)] },
})
