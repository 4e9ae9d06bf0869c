// What a call would change: the fields of its body, as they are now and as they would be.
import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { type Arguments, answerOf } from './requests.ts'
import { MCP } from './texts.ts'
import type { Tool } from './tools.ts'

/** A field with its value now, if there is a record that has it, and the wanted one. */
type Change = { record?: string; field: string; from?: unknown; to: unknown }
type Preview = { about: string[]; changes: Change[] }
type Problem = { problem: string }

/** Reads the records by the tools of the caller. */
type Reading = { request: FastifyRequest; tools: Tool[] }

const MOST_RECORDS = 20

/** What this call would change, or the sentence that says why its records cannot be read. */
export async function previewOf(reading: Reading, tool: Tool, args: Arguments): Promise<Preview | Problem> {
  const { ids, change, ...fields } = isObject(args.body) ? args.body : {}
  const ofEach = readerOfEach(reading.tools, tool)
  if (ofEach && Array.isArray(ids)) return previewOfSeveral(reading, ofEach, ids, change ?? fields)
  const reader = readerOf(reading.tools, tool.path)
  if (!reader) return { about: [], changes: changesTo(undefined, args.body) }
  const record = await recordBy(reading, reader, args)
  // What is deleted cannot be read, but restored.
  if ('problem' in record) return tool.call.body ? record : { about: [], changes: [] }
  return { about: nameOf(record.fields), changes: changesTo(record.fields, args.body) }
}

async function previewOfSeveral(reading: Reading, reader: Tool, ids: unknown[], change: unknown) {
  if (ids.length > MOST_RECORDS) return { problem: MCP.tooManyRecords(MOST_RECORDS) }
  const records = await Promise.all(ids.map((id) => recordBy(reading, reader, { id })))
  const previews: Preview[] = []
  for (const record of records) {
    if ('problem' in record) return record
    const about = nameOf(record.fields)
    previews.push({ about, changes: changesTo(record.fields, change).map((one) => ({ record: about.join(), ...one })) })
  }
  return { about: previews.flatMap(({ about }) => about), changes: previews.flatMap(({ changes }) => changes) }
}

/** The tool that reads one of the records that a call about several of them changes, such as `/api/products/:id`. */
const readerOfEach = (tools: Tool[], { path }: Tool) =>
  path.includes(':')
    ? undefined
    : tools.find((tool) => tool.isRead && tool.path === `${/^\/api\/[^/]+/.exec(path)}/:id`)

/** The tool that reads what is at this path, or at the nearest above it that is one record. */
function readerOf(tools: Tool[], path: string): Tool | undefined {
  const above = path.slice(0, path.lastIndexOf('/'))
  return (
    tools.find((tool) => tool.isRead && tool.path === path) ??
    (above.includes(':') ? readerOf(tools, above) : undefined)
  )
}

async function recordBy({ request }: Reading, reader: Tool, args: Arguments): Promise<{ fields: Arguments } | Problem> {
  const names = [...reader.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const { isError, text } = await answerOf(request, reader, Object.fromEntries(names.map((name) => [name, args[name]])))
  return isError ? { problem: text } : { fields: JSON.parse(text) as Arguments }
}

/** The name by which people know a record, if it has one. */
const nameOf = ({ name, title, number, code }: Arguments) => {
  const known = name ?? title ?? number ?? code
  return known === undefined ? [] : [String(known)]
}

/** The fields of `wanted` that differ from those of a record, those of objects in it one by one. */
export function changesTo(record: unknown, wanted: unknown, field = ''): Change[] {
  if (wanted === undefined || isDeepStrictEqual(record, wanted)) return []
  if (!isObject(wanted)) return [{ field, ...(record === undefined ? {} : { from: record }), to: wanted }]
  const fields = isObject(record) ? record : {}
  return Object.entries(wanted).flatMap(([name, value]) =>
    changesTo(fields[name], value, field ? `${field}.${name}` : name),
  )
}

const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
