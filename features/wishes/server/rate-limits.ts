import { definePolicies, HOUR, MINUTE } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const WISH_POLICIES = definePolicies({
  wishes: { sentence: RATE_LIMITS.wishes, per: { account: { most: 1_000, seconds: HOUR } } },
  // A full list is read in nine calls, and phones share addresses.
  wishedProducts: { sentence: RATE_LIMITS.wishedProducts, per: { address: { most: 600, seconds: 10 * MINUTE } } },
})
