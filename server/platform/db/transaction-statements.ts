import { channel } from 'node:diagnostics_channel'
import type { Client, ClientBase, QueryResult } from 'pg'
import { isConnectionLost } from './errors.ts'

type Query = string | { text?: string; name?: string | undefined }
type Ask = (query: Query, ...given: unknown[]) => Promise<QueryResult>

/** Each statement that is sent, as the arguments of `query`. Only measurements subscribe; without them nothing is published. */
const statementChannel = channel('boutique.statements')

/** More than the shop's transactions have: generated SQL must not fill the server's memory. */
const MOST_PREPARED = 500

/** The names of the statements that the connections of one pool have prepared, by their text. */
export type StatementNames = Map<string, string>

/**
 * Makes transactions on the connection cheap. `begin` leaves together with the transaction's first statement, and
 * statements that are sent in one turn of the event loop leave in one packet: most of a short statement's cost is its
 * round trip. Statements with parameters are prepared by name, so that PostgreSQL parses and plans a checkout's
 * statements once; outside of transactions, such as in searches, they are planned for their parameters each time. Without
 * `names` no statement has a name: a transaction pooler would send it to a connection that does not know the name.
 * It replaces `query` of the connection; with BATCH_STATEMENTS=off the driver's own sends each statement by itself.
 */
export function prepareTransactionStatements(client: ClientBase, names: StatementNames | undefined) {
  const query = client.query.bind(client) as Ask
  const { stream } = (client as Client).connection
  const send: Ask = (...args) => {
    if (statementChannel.hasSubscribers) statementChannel.publish(args)
    const answer = query(...args)
    // Without a promise the pool has asked, which closes a connection after any error.
    answer?.catch((error: unknown) => isConnectionLost(error) && stream.destroy())
    return answer
  }
  let begin: string | undefined
  let began: Promise<unknown> | undefined
  const ask: Ask = (query, ...args) => {
    stream.cork()
    process.nextTick(() => stream.uncork())
    if (!names && typeof query === 'object') query.name = undefined
    const text = typeof query === 'string' ? query : query.text
    if (text?.startsWith('begin')) {
      begin = text
      return Promise.resolve(NOTHING)
    }
    const isOver = text === 'commit' || text === 'rollback'
    // Of a transaction without statements, or one that `commitWith` has ended already.
    if (isOver && !began) {
      begin = undefined
      return Promise.resolve(NOTHING)
    }
    if (begin) {
      began = send(begin)
      begin = undefined
    }
    if (!began) return send(query, ...args)
    if (names && text && typeof query === 'object' && hasValues(args[0])) query.name ??= nameOf(text, names)
    // A `begin` that failed fails the statements behind it, too.
    const answer = Promise.all([send(query, ...args), began]).then(([result]) => result)
    if (isOver) began = undefined
    return answer
  }
  client.query = ask as typeof client.query
  batchedConnections.add(client)
}

const batchedConnections = new WeakSet<ClientBase>()
/** Whether the statements of the connection's transactions leave together. */
export const isBatched = (client: ClientBase) => batchedConnections.has(client)

/** The result of a statement that was not sent, or not yet. */
const NOTHING: QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] }

/** A query without parameters may hold several statements, which cannot be prepared. */
const hasValues = (values: unknown) => Array.isArray(values) && values.length > 0

function nameOf(text: string, names: StatementNames) {
  const statementName = names.get(text)
  if (statementName || names.size >= MOST_PREPARED) return statementName
  const name = `shop_${names.size}`
  names.set(text, name)
  return name
}
