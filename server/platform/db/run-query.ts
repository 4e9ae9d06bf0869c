import pg from 'pg'

/** Runs one query on a connection of its own. */
export async function runQuery(url: string, query: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.query(query)
  } finally {
    await client.end().catch(() => {})
  }
}
