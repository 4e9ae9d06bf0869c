import { DAY, definePolicies, HOUR, MINUTE } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const LETTER_POLICIES = definePolicies({
  // Each may send a message to an address that somebody typed.
  letterRequest: {
    sentence: RATE_LIMITS.subscription,
    per: { account: { most: 10, seconds: DAY }, address: { most: 20, seconds: HOUR } },
  },
  // Messages that ask one address to confirm, wherever it was typed.
  letterConfirmation: { sentence: RATE_LIMITS.subscription, per: { account: { most: 5, seconds: DAY } } },
  letterLink: {
    sentence: RATE_LIMITS.link,
    per: { address: { most: 20, seconds: 10 * MINUTE } },
    counts: ['link_gone'],
  },
  letterTest: { sentence: RATE_LIMITS.letterTest, per: { account: { most: 30, seconds: HOUR } } },
})
