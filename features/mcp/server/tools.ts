// The tools of assistants: the calls of the shop that an API key may make. A call that names its part becomes one by itself.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { HeldRight } from '#contract/api-keys.ts'
import type { Call } from '#contract/calls/define-calls.ts'
import { hasRight, hasRole } from '#server/shop/accounts/auth.ts'
import { isReading, rightsFor } from '#server/shop/accounts/key-rights.ts'
import type { Caller } from '#server/shop/accounts/sessions.ts'
import { MCP } from './texts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    toolbox: Toolbox
  }
}

/** A call that assistants may make. `isRead` changes nothing. */
export type Tool = { name: string; method: 'GET' | 'POST' | 'PUT'; path: string; isRead: boolean; call: Call }

/** `fixedPaths` are the routes without parameters, which come before those with. */
export type Toolbox = { tools: Tool[]; fixedPaths: Set<string> }

/** The header by which a request gives up the right to money. */
export const WITHOUT_MONEY = 'x-without-money'

/** Collects the tools among the routes that are added from now on. */
export function collectTools(app: FastifyInstance) {
  const toolbox: Toolbox = { tools: [], fixedPaths: new Set() }
  app.decorate('toolbox', toolbox)
  app.addHook('onRoute', (route) => {
    if (!route.url.includes(':')) toolbox.fixedPaths.add(`${route.method} ${route.url}`)
    const tool = toolOf(route.method, route.url, route.config?.call)
    if (!tool) return
    toolbox.tools.push(tool)
    // A call about orders may record a payment on the way.
    if (!tool.isRead) route.preHandler = [dropMoneyRight, ...[route.preHandler ?? []].flat()]
  })
}

const MONEY: HeldRight[] = rightsFor('POST', { part: 'money' })

async function dropMoneyRight({ headers, caller }: FastifyRequest) {
  if (caller?.key && headers[WITHOUT_MONEY])
    caller.key.rights = caller.key.rights.filter((right) => !MONEY.includes(right))
}

/**
 * The tool of a route; undefined for calls without a right of their own, for files, for what asks for a sign-in, and of
 * changes for all but those of admins and packers that neither delete nor move money.
 */
export function toolOf(method: string | string[], path: string, call: Call | undefined): Tool | undefined {
  if (!call?.id || !call.part || call.part === 'any' || /^(signed-in|recent)/.test(call.access)) return undefined
  if (call.takesFile || (call.answer && 'content' in call.answer)) return undefined
  const tool = { name: call.id, path, call }
  if (method !== 'GET' && method !== 'POST' && method !== 'PUT') return undefined
  if (isReading(method, call)) return { ...tool, method, isRead: true }
  if (method === 'GET' || call.part === 'money') return undefined
  return /^(admin|packer)$/.test(call.access) ? { ...tool, method, isRead: false } : undefined
}

/** The tools that this caller's key and role allow: first those that read. */
export function toolsFor(caller: Caller, { tools }: Toolbox): Tool[] {
  const allowed = tools.filter(
    ({ method, call }) => hasRight(caller, rightsFor(method, call)) && hasRole(caller, call.access),
  )
  return allowed.toSorted((one, other) => Number(other.isRead) - Number(one.isRead))
}

const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> =>
  schema instanceof z.ZodObject ? schema.shape : schema instanceof z.ZodPipe ? shapeOf(schema.in as z.ZodType) : {}

/** The names of the arguments of a tool, by where they go in the request. */
export const argumentNames = ({ call: { params, query } }: Tool) => ({
  params: Object.keys(shapeOf(params)),
  query: Object.keys(shapeOf(query)),
})

const schemas = new Map<Call, object>()

/** The JSON schema of the arguments: the parameters of path and query by their names, the body as `body`. */
export function inputSchema({ call, isRead }: Tool): object {
  const schema = schemas.get(call) ?? jsonSchema(call, isRead)
  schemas.set(call, schema)
  return schema
}

function jsonSchema({ params, query, body }: Call, isRead: boolean) {
  const schema = z.strictObject({
    ...shapeOf(query),
    ...shapeOf(params),
    ...(body && { body }),
    ...(isRead ? {} : { confirm: z.string().optional().describe(MCP.confirm) }),
  })
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}
