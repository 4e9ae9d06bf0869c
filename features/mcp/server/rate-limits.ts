import { definePolicies, MINUTE } from '#server/platform/rate-limits/define-policies.ts'
import { MCP } from './texts.ts'

export const MCP_POLICIES = definePolicies({
  mcp: {
    sentence: MCP.tooMany,
    per: { account: { most: 300, seconds: 5 * MINUTE }, address: { most: 600, seconds: 5 * MINUTE } },
  },
})
