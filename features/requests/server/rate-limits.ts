import { DAY, definePolicies, HOUR, MINUTE } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const REQUEST_POLICIES = definePolicies({
  // Each may send a message to an address that somebody typed.
  pieceRequest: {
    sentence: RATE_LIMITS.pieceRequest,
    per: { account: { most: 10, seconds: DAY }, address: { most: 20, seconds: HOUR } },
  },
  requestLink: {
    sentence: RATE_LIMITS.requestLink,
    per: { address: { most: 20, seconds: 10 * MINUTE } },
    counts: ['link_gone'],
  },
})
