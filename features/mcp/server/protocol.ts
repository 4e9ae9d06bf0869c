// The protocol itself, by its SDK: loaded with the first request, since most shops never get one.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type Tool as ListedTool,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { Answer, Arguments } from './requests.ts'
import { MCP } from './texts.ts'
import { inputSchema, type Tool } from './tools.ts'

type Message = { body: unknown; protocolVersion: string | undefined }
type Handling = { shopName: string; tools: Tool[]; call(name: string, args: Arguments): Promise<Answer> }

/** The response to one message, as JSON. No session: every request stands for itself. */
export async function responseTo({ body, protocolVersion }: Message, { shopName, tools, call }: Handling) {
  const { server } = new McpServer(
    { name: shopName, version: '1' },
    { capabilities: { tools: {} }, instructions: MCP.instructions },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { isError, text } = await call(params.name, params.arguments ?? {})
    return { isError, content: [{ type: 'text', text }] }
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const headers = new Headers({ accept: 'application/json, text/event-stream', 'content-type': 'application/json' })
  if (protocolVersion) headers.set('mcp-protocol-version', protocolVersion)
  const response = await transport.handleRequest(new Request('http://shop/mcp', { method: 'POST', headers }), {
    parsedBody: body,
  })
  const text = await response.text()
  await server.close()
  return { status: response.status, text }
}

const listed = (tool: Tool): ListedTool => ({
  name: tool.name,
  description: [tool.call.summary, tool.call.description].filter(Boolean).join('. '),
  inputSchema: inputSchema(tool) as ListedTool['inputSchema'],
  annotations: { readOnlyHint: tool.isRead },
})
