import { definePolicies, HOUR } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const SAVED_CART_POLICIES = definePolicies({
  savedCart: { sentence: RATE_LIMITS.savedCart, per: { account: { most: 1_000, seconds: HOUR } } },
})
