import { definePolicies, MINUTE } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const FEED_POLICIES = definePolicies({
  ucp: { sentence: RATE_LIMITS.ucp, per: { address: { most: 120, seconds: MINUTE } } },
})
