import type { ClientBase } from 'pg'

type Query = string | { text?: string; name?: string | undefined }

/** More than the shop's transactions have: generated SQL must not fill the server's memory. */
const MOST_PREPARED = 500
const names = new Map<string, string>()

/**
 * Makes the connection use named prepared statements inside transactions, so that PostgreSQL parses and plans a
 * checkout's statements once. Statements outside of transactions, such as searches, are planned for their parameters
 * each time.
 */
export function prepareTransactionStatements(client: ClientBase) {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown
  let isOpen = false
  const asking = (query: Query, values?: unknown, ...others: unknown[]) => {
    const text = typeof query === 'string' ? query : query.text
    if (text?.startsWith('begin')) isOpen = true
    else if (text === 'commit' || text === 'rollback') isOpen = false
    else if (isOpen && text && typeof query === 'object' && hasValues(values)) query.name ??= nameOf(text)
    return ask(query, values, ...others)
  }
  client.query = asking as typeof client.query
}

/** A query without parameters may hold several statements, which cannot be prepared. */
const hasValues = (values: unknown) => Array.isArray(values) && values.length > 0

function nameOf(text: string) {
  const known = names.get(text)
  if (known || names.size >= MOST_PREPARED) return known
  const name = `shop_${names.size}`
  names.set(text, name)
  return name
}
