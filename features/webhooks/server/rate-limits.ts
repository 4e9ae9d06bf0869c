import { definePolicies, HOUR } from '#server/platform/rate-limits/define-policies.ts'
import { RATE_LIMITS } from './texts.ts'

export const WEBHOOK_POLICIES = definePolicies({
  webhookChange: { sentence: RATE_LIMITS.change, per: { account: { most: 60, seconds: HOUR } } },
  webhookSend: { sentence: RATE_LIMITS.send, per: { account: { most: 60, seconds: HOUR } } },
})
