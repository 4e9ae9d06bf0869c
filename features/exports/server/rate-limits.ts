import { definePolicies, HOUR } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const EXPORT_POLICIES = definePolicies({
  // Each reads the whole shop.
  export: {
    sentence: RATE_LIMITS.export,
    per: { account: { most: 30, seconds: HOUR } },
  },
})
