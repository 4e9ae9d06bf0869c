import { definePolicies, HOUR } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const PUSH_POLICIES = definePolicies({
  pushDevice: { sentence: RATE_LIMITS.device, per: { account: { most: 30, seconds: HOUR } } },
  pushTest: { sentence: RATE_LIMITS.test, per: { account: { most: 20, seconds: HOUR } } },
})
