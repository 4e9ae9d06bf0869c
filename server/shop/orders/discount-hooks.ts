// Discounts that act on orders without a code. Features have them; app/server/features.ts fills the list while the program
// loads.
import type { DiscountTerms } from '#contract/discounts.ts'
import type { Db } from '#server/platform/db/client.ts'

/** A discount without a code, with the days on which it acts (YYYY-MM-DD); its amounts are in cents. */
export type AutomaticDiscount = DiscountTerms & {
  name: string
  amount: number
  percentBp: number | null
  starts: string | null
  expires: string | null
}

/** Reads the discounts without a code, also those of other days, the earliest made first. */
export type DiscountHook = (db: Db) => Promise<AutomaticDiscount[]>

export const discountHooks: DiscountHook[] = []

/** All discounts without a code, also those of other days. */
export const automaticDiscounts = async (db: Db): Promise<AutomaticDiscount[]> =>
  (await Promise.all(discountHooks.map((read) => read(db)))).flat()
