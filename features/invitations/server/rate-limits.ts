import { DAY, definePolicies, MINUTE } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const INVITATION_POLICIES = definePolicies({
  // Each sends a message to an address that an admin typed.
  invitation: { sentence: RATE_LIMITS.invitation, per: { account: { most: 30, seconds: DAY } } },
  invitationLink: {
    sentence: RATE_LIMITS.invitationLink,
    per: { address: { most: 20, seconds: 10 * MINUTE } },
    counts: ['link_gone'],
  },
})
