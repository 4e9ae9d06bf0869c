// Routes of the API, which have their method, path and schemas from the entries of their calls.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import type { Access, Call, CallName } from '#contract/calls/define-calls.ts'
import type { Context } from '#server/platform/context.ts'

/** The routes of a domain or a feature. */
export type ApiRoutes = FastifyPluginAsync<{ context: Context }>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may make the call; undefined for routes outside the API. */
    access?: Access
    /** The call of the route, as its calls.ts has it. */
    call?: Call
  }
}

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown
type Request<C extends Call> = FastifyRequest<{
  Params: Read<C['params']>
  Querystring: Read<C['query']>
  Body: Read<C['body']>
}>
/** What a handler returns: the answer, or the reply that it has sent itself. */
type Result<C extends Call> = Read<C['answer']> | FastifyReply
type Handler<C extends Call> = (request: Request<C>, reply: FastifyReply) => Result<C> | Promise<Result<C>>

/** Returns a function that adds the route of one of these calls. Its status is that of the entry unless the handler sets another. */
export const routesOf =
  <const C extends Record<CallName, Call>>(app: FastifyInstance, calls: C) =>
  <Name extends keyof C & CallName>(
    name: Name,
    handler: Handler<C[Name]>,
    options: Pick<RouteShorthandOptions, 'bodyLimit' | 'config' | 'exposeHeadRoute'> = {},
  ) => {
    const { id, description, params, query, body, answer, status = 200, otherAnswers } = calls[name] as Call
    const [method, url] = name.split(' ') as [string, string]
    const schema = {
      ...(description && { description }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(answer && { response: { [status]: answer, ...otherAnswers } }),
      ...(!id && { hide: true }),
    }
    app.route({
      ...options,
      method,
      url,
      schema,
      handler: (request, reply) => handler(request as Request<C[Name]>, status === 200 ? reply : reply.code(status)),
    })
  }
