import { defineFeature } from '#server/shop/feature.ts'
import { MCP_POLICIES } from './rate-limits.ts'
import { mcpRoutes } from './routes.ts'
import { collectTools } from './tools.ts'

/** Lets assistants work in the shop by the Model Context Protocol, with an API key. */
export const mcp = defineFeature({
  name: 'mcp',
  calls: {},
  observe: collectTools,
  routes: [mcpRoutes],
  policies: MCP_POLICIES,
})
