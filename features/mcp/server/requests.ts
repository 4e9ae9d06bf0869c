// A tool is a request to the shop's own API, made inside the process: with the same guard, limits, checks and audit log.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { issueOf } from '#server/platform/http/error-handler.ts'
import { FOR_CLIENT } from '#server/platform/http/heavy-reads.ts'
import { MCP } from './texts.ts'
import { argumentNames, type Tool, WITHOUT_MONEY } from './tools.ts'

export type Arguments = Record<string, unknown>
export type Answer = { isError: boolean; text: string }

/** The request of a tool, or the sentence that says what is wrong with its arguments. */
export function toolRequest(app: FastifyInstance, tool: Tool, args: Arguments): { url: string } | { problem: string } {
  const names = argumentNames(tool)
  const { params, body } = tool.call
  const known = [...names.params, ...names.query, ...(body ? ['body'] : [])]
  const unknownNames = Object.keys(args).filter((name) => !known.includes(name))
  if (unknownNames.length > 0) return { problem: MCP.unknownArguments(unknownNames) }
  const wrong =
    params?.safeParse(picked(args, names.params)).error?.issues[0] ??
    names.params.find((name) => !isSegment(args[name]))
  if (wrong) return { problem: MCP.wrongArgument(typeof wrong === 'string' ? wrong : wrong.path.join('.')) }
  const issue = body?.safeParse(args.body).error?.issues[0]
  if (issue)
    return {
      problem: issueOf({ instancePath: `/${['body', ...issue.path].join('/')}`, message: issue.message }).message,
    }
  const path = tool.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(args[name])))
  // Another route would answer.
  if (path !== tool.path && app.toolbox.fixedPaths.has(`${tool.method} ${path}`))
    return { problem: MCP.wrongArgument(names.params.join(', ')) }
  const query = new URLSearchParams(
    names.query.flatMap((name) => [args[name] ?? []].flat().map((value) => [name, String(value)])),
  )
  return { url: query.size > 0 ? `${path}?${query}` : path }
}

const picked = (args: Arguments, names: string[]) => Object.fromEntries(names.map((name) => [name, args[name]]))

/** Whether a value is a part of a path, and not a step in it. */
const isSegment = (value: unknown) => /^(string|number)$/.test(typeof value) && !/^\.{0,2}$/.test(String(value))

/** Makes the call of a tool as the caller of this request. */
export async function answerOf(request: FastifyRequest, tool: Tool, args: Arguments): Promise<Answer> {
  const { server, headers, ip } = request
  const made = toolRequest(server, tool, args)
  if ('problem' in made) return { isError: true, text: made.problem }
  const { statusCode, body } = await server.inject({
    method: tool.method,
    url: made.url,
    remoteAddress: ip,
    headers: {
      authorization: headers.authorization,
      host: headers.host,
      [FOR_CLIENT]: 'yes',
      ...(tool.isRead ? {} : { [WITHOUT_MONEY]: 'yes' }),
    },
    ...(args.body === undefined ? {} : { payload: args.body as object }),
  })
  return statusCode < 400 ? { isError: false, text: body } : { isError: true, text: messageOf(body) }
}

function messageOf(body: string): string {
  const { message } = JSON.parse(body) as { message?: string }
  return message ?? body
}
