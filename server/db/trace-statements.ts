import type { ClientBase, Pool } from 'pg'
import { endSpan, startChildSpan } from '../lib/tracing.ts'
import { callBackInContext } from './request-ids.ts'

type Query = string | { text?: string; name?: string | undefined }
type Told = (error: unknown, ...given: unknown[]) => void

/** What a statement does and with which table, as in `select products`. Its text is not told: a part of it may be a value. */
const SUMMARY = /^\s*(?=(\w+))(?:.*?\b(?:from|into|update|join)\s+"?(?:\w+"?\."?)?(\w+))?/is

/** Makes a span of each statement that belongs to a traced request or job. */
export function traceStatements(pool: Pool) {
  callBackInContext(pool)
  pool.on('connect', traceClient)
}

function traceClient(client: ClientBase) {
  const send = client.query.bind(client) as (query: Query, ...given: unknown[]) => unknown
  const traced = (query: Query, ...given: unknown[]) => {
    const summary = summaryOf(query)
    const span =
      summary && startChildSpan(summary, 'CLIENT', { 'db.system.name': 'postgresql', 'db.query.summary': summary })
    if (!span) return send(query, ...given)
    const told = given.at(-1)
    if (typeof told === 'function') {
      const end: Told = (error, ...rest) => {
        endSpan(span, error ?? undefined)
        told(error, ...rest)
      }
      return send(query, ...given.slice(0, -1), end)
    }
    const answer = send(query, ...given) as Promise<unknown>
    answer.then(
      () => endSpan(span),
      (error) => endSpan(span, error),
    )
    return answer
  }
  client.query = traced as typeof client.query
}

/** Undefined for what begins a transaction, which leaves with its first statement. */
function summaryOf(query: Query) {
  const text = typeof query === 'string' ? query : (query.text ?? '')
  const [, verb = '', table] = SUMMARY.exec(text) ?? []
  if (verb.toLowerCase() === 'begin') return undefined
  return [verb.toLowerCase(), table ?? []].flat().join(' ')
}
