import { TEXT } from '#contract/texts.ts'
import { definePolicies, HOUR } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const DROP_POLICIES = definePolicies({
  // Many shoppers of a mobile network share its address, so the limits of tickets are wide.
  dropTicket: {
    sentence: RATE_LIMITS.dropTicket,
    per: { address: { most: 300, seconds: HOUR } },
  },
  // Tickets without the robot check; with it, the limit of `dropTicket` remains.
  uncheckedTicket: {
    sentence: TEXT.completeRobotCheck,
    per: { address: { most: 5, seconds: HOUR } },
    counts: ['success'],
    asksFor: 'robot_check_required',
  },
})
