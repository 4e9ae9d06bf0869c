import { definePolicies, HOUR } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const SETUP_POLICIES = definePolicies({
  testEmail: {
    sentence: RATE_LIMITS.testEmail,
    per: { account: { most: 10, seconds: HOUR }, address: { most: 20, seconds: HOUR } },
  },
})
