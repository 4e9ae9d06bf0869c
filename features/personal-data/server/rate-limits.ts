import { definePolicies, HOUR, MINUTE } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const PERSONAL_DATA_POLICIES = definePolicies({
  // Each reads every table that has rows about the person.
  dataFile: {
    sentence: RATE_LIMITS.dataFile,
    per: { account: { most: 10, seconds: HOUR }, address: { most: 30, seconds: HOUR } },
  },
  // Per typed address, whether or not the shop knows it.
  dataLinkMail: {
    sentence: RATE_LIMITS.dataLinkMail,
    per: { account: { most: 3, seconds: HOUR }, address: { most: 20, seconds: HOUR } },
  },
  dataLink: {
    sentence: RATE_LIMITS.dataLink,
    per: { address: { most: 20, seconds: 10 * MINUTE } },
    counts: ['link_gone'],
  },
})
