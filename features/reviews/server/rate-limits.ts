import { DAY, definePolicies, HOUR, MINUTE } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const REVIEW_POLICIES = definePolicies({
  reviewLink: {
    sentence: RATE_LIMITS.reviewLink,
    per: { address: { most: 20, seconds: 10 * MINUTE } },
    counts: ['link_gone'],
  },
  reviewWrite: {
    sentence: RATE_LIMITS.reviewWrite,
    per: { order: { most: 30, seconds: DAY }, address: { most: 60, seconds: HOUR } },
  },
  // Each takes a second of a core.
  reviewPhoto: {
    sentence: RATE_LIMITS.reviewPhoto,
    per: { order: { most: 40, seconds: DAY }, address: { most: 60, seconds: HOUR } },
  },
})
