import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/errors.ts'
import { REFUSALS } from '#server/platform/http/error-handler.ts'
import type { ApiRoutes } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { hasApiKeys } from '#server/shop/accounts/api-keys.ts'
import { callerOf, findCaller } from '#server/shop/accounts/auth.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { callTool } from './carry-out.ts'
import { MCP_POLICIES } from './rate-limits.ts'
import { MCP } from './texts.ts'
import { toolsFor } from './tools.ts'

const PATH = '/mcp'
const HERE_PATTERN = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** The Model Context Protocol by streamable HTTP, without sessions and streams. */
export const mcpRoutes: ApiRoutes = async (app, { context }) => {
  const { db, shopUrl } = context
  const limits = openRateLimits(context)
  const { origin, host } = new URL(shopUrl)

  /** A page of another site, whose name leads to this computer, would come with its own origin and host (DNS rebinding). */
  const requireOwnSite = async ({ headers, host: asked }: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    if (headers.origin !== undefined && headers.origin !== origin) throw new AppError('forbidden', MCP.wrongOrigin)
    if (asked !== host && !HERE_PATTERN.test(asked)) throw new AppError('forbidden', MCP.wrongHost(origin))
  }

  /** Requires an API key. In a shop without any there is nothing here. */
  const requireKey = async (request: FastifyRequest, reply: FastifyReply) => {
    request.caller = await findCaller(request, reply, db)
    if (request.caller?.key) return
    if (!(await hasApiKeys(db))) return reply.callNotFound()
    throw new AppError('unauthenticated', MCP.keyNeeded)
  }

  const onRequest = [requireOwnSite, requireKey]

  app.post(PATH, { schema: { hide: true }, onRequest }, async (request, reply) => {
    const caller = callerOf(request)
    const { key } = caller
    if (!key) throw new AppError('unauthenticated', MCP.keyNeeded)
    await limits.count(request, MCP_POLICIES.mcp, { account: caller.id })
    if (Array.isArray(request.body)) throw new AppError('invalid_request', MCP.oneMessage)
    const tools = toolsFor(caller, app.toolbox)
    const { responseTo } = await import('./protocol.ts')
    const { status, text } = await responseTo(
      { body: request.body, protocolVersion: request.headers['mcp-protocol-version']?.toString() },
      {
        shopName: (await shopSettings(db)).name,
        tools,
        call: (name, args) => callTool({ db, request, tools, key }, name, args),
      },
    )
    return reply.code(status).type('application/json').send(text)
  })

  // No streams and no sessions to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: PATH,
    schema: { hide: true },
    onRequest,
    handler: (_, reply) => reply.code(405).header('allow', 'POST').send(REFUSALS[405]),
  })
}
