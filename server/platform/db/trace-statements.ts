import type { ClientBase, Pool } from 'pg'
import { endSpan, startChildSpan } from '#server/platform/lib/tracing.ts'
import { callBackInContext } from './request-ids.ts'

type Query = string | { text?: string; name?: string | undefined }
type QueryCallback = (error: unknown, ...given: unknown[]) => void

/** The verb and the table of a statement, as in `select products`. Traces have no text: it may hold a value. */
const SUMMARY_PATTERN = /^\s*(?=(\w+))(?:.*?\b(?:from|into|update|join)\s+"?(?:\w+"?\."?)?(\w+))?/is

/** Makes a span of each statement that belongs to a traced request or job. */
export function traceStatements(pool: Pool) {
  callBackInContext(pool)
  pool.on('connect', traceClient)
}

function traceClient(client: ClientBase) {
  const send = client.query.bind(client) as (query: Query, ...given: unknown[]) => unknown
  const tracedQuery = (query: Query, ...args: unknown[]) => {
    const summary = summaryOf(query)
    const span =
      summary && startChildSpan(summary, 'CLIENT', { 'db.system.name': 'postgresql', 'db.query.summary': summary })
    if (!span) return send(query, ...args)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const end: QueryCallback = (error, ...rest) => {
        endSpan(span, error ?? undefined)
        callback(error, ...rest)
      }
      return send(query, ...args.slice(0, -1), end)
    }
    const answer = send(query, ...args) as Promise<unknown>
    answer.then(
      () => endSpan(span),
      (error) => endSpan(span, error),
    )
    return answer
  }
  client.query = tracedQuery as typeof client.query
}

/** Undefined for what begins a transaction, which leaves with its first statement. */
function summaryOf(query: Query) {
  const text = typeof query === 'string' ? query : (query.text ?? '')
  const [, verb = '', table] = SUMMARY_PATTERN.exec(text) ?? []
  if (verb.toLowerCase() === 'begin') return undefined
  return [verb.toLowerCase(), table ?? []].flat().join(' ')
}
