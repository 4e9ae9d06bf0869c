import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/calls/define-calls.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { CallerKey } from '#server/shop/accounts/sessions.ts'
import { confirmationFor, confirmationProblem } from './confirmations.ts'
import { previewOf } from './previews.ts'
import { type Answer, type Arguments, answerOf, toolRequest } from './requests.ts'
import { MCP } from './texts.ts'
import type { Tool } from './tools.ts'

/** The most characters of an answer, and of a value in a preview. */
const MOST = 60_000
const MOST_OF_VALUE = 2_000

type Calling = { db: Db; request: FastifyRequest; tools: Tool[]; key: CallerKey }

/** Calls a tool: a change only with a token, without which its preview is the answer. */
export async function callTool(calling: Calling, name: string, args: Arguments): Promise<Answer> {
  const tool = calling.tools.find((one) => one.name === name)
  if (!tool) return problem(MCP.unknownTool(name))
  return cut(tool.isRead ? await answerOf(calling.request, tool, args) : await change(calling, tool, args))
}

async function change({ db, request, tools, key }: Calling, tool: Tool, { confirm, ...args }: Arguments) {
  const made = toolRequest(request.server, tool, args)
  if ('problem' in made) return problem(made.problem)
  const preview = await previewOf({ request, tools }, tool, args)
  if ('problem' in preview) return problem(preview.problem)
  const subject = { keyId: key.id, tool: tool.name, args, changes: preview.changes }
  if (confirm === undefined) return shown(preview, tool.call, await confirmationFor(db, subject))
  const wrong = await confirmationProblem(db, confirm, subject)
  return wrong ? problem(wrong) : answerOf(request, tool, args)
}

function shown({ about, changes }: { about: string[]; changes: object[] }, { summary }: Call, confirm: string): Answer {
  const preview = { wouldDo: summary, ...(about.length > 0 && { about }), changes: changes.map(shortened) }
  return { isError: false, text: JSON.stringify({ confirm, next: MCP.next, ...preview }) }
}

const shortened = (change: object) =>
  Object.fromEntries(Object.entries(change).map(([name, value]) => [name, short(value)]))

function short(value: unknown) {
  const text = JSON.stringify(value) ?? ''
  return text.length > MOST_OF_VALUE ? `${text.slice(0, MOST_OF_VALUE)}…` : value
}

const problem = (text: string): Answer => ({ isError: true, text })

const cut = ({ isError, text }: Answer): Answer => ({
  isError,
  text: text.length > MOST ? `${text.slice(0, MOST)}${MCP.cut(text.length)}` : text,
})
