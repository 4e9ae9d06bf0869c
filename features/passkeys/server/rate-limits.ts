import { definePolicies, MINUTE } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const PASSKEY_POLICIES = definePolicies({
  // Each inserts a row, which lives for five minutes.
  passkeyChallenge: { sentence: RATE_LIMITS.challenge, per: { address: { most: 60, seconds: 10 * MINUTE } } },
  passkeySignIn: {
    sentence: RATE_LIMITS.challenge,
    per: { address: { most: 30, seconds: 10 * MINUTE } },
    counts: ['unauthenticated'],
  },
})
