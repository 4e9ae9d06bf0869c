import { DAY, definePolicies, HOUR } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const RETURN_POLICIES = definePolicies({
  // Anybody can send one about any order. The key of the order has the address, so that nobody uses up those of its buyer.
  withdrawal: {
    sentence: RATE_LIMITS.withdrawal,
    per: {
      order: { most: 5, seconds: DAY },
      address: { most: 20, seconds: HOUR },
      shop: { most: 2_000, seconds: DAY },
    },
  },
  returnRequest: {
    sentence: RATE_LIMITS.returnRequest,
    per: { account: { most: 30, seconds: DAY } },
  },
})
