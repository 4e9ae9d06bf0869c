// Databases beside that of the shop, on the same server.
import pg from 'pg'

/** Runs a statement that takes no parameters, with the names quoted by PostgreSQL. */
export async function runFormatted(client: pg.Client, statement: string, ...names: string[]) {
  const { rows } = await client.query(`select format($1, variadic $2::text[]) as formatted`, [statement, names])
  await client.query(String(rows[0].formatted))
}

/** Does the work on a connection of its own. */
export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The name of the database of a URL. */
export const databaseNameOf = (url: string) =>
  onServer(url, async (client) => {
    const { rows } = await client.query('select current_database() as name')
    return String(rows[0].name)
  })

/** The URL of another database of the server. */
export const urlOfDatabase = (url: string, name: string) =>
  url.replace(/^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${encodeURIComponent(name)}`)

/** Does the work on a connection to another database of the server. */
export const onDatabase = <T>(url: string, name: string, work: (client: pg.Client) => Promise<T>) =>
  onServer(urlOfDatabase(url, name), work)
