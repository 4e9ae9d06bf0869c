import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { onTestFinished } from 'vitest'
import type { KeyRight } from '#contract/api-keys.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, apiKey } from '#server/testing/factories.ts'

type Account = Awaited<ReturnType<typeof admin>>
type Shown = { type: string; text: string }

/** A shop that listens, its owner, and assistants that connect to it by the SDK's own client. */
export async function shopWithAssistants(...options: Parameters<typeof testCheckout>) {
  const shop = await testCheckout(...options)
  const owner = await admin(shop.db, { isApi: true })
  const endpoint = new URL('/mcp', await shop.app.listen({ port: 0, host: '127.0.0.1' }))

  /** An assistant with a key of these rights; all by default. */
  const connect = async (rights?: KeyRight[], account: Account = owner) => {
    const { key } = await apiKey(shop.db, account, rights)
    const client = new Client({ name: 'assistant', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${key}` } }
    await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit }))
    onTestFinished(() => client.close())
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: args })
      return { isError: isError === true, text: (content as Shown[]).map(({ text }) => text).join() }
    }
    return {
      client,
      key,
      call,
      /** The preview of a change, with its token. */
      preview: async (name: string, args: Record<string, unknown>) => JSON.parse((await call(name, args)).text),
      tools: async () => (await client.listTools()).tools,
    }
  }
  return { ...shop, owner, endpoint, connect }
}
