import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { POOLER_SETTINGS } from '#server/platform/db/client.ts'
import { systemUserFor } from '#server/platform/db/run-as.ts'
import { startInstalled } from '#server/testing/installed-programs.ts'
import { lastingPort } from './stage.ts'

/** PgBouncer in transaction mode before the database of a socket. Throws when it is not installed. */
export async function startPgBouncer(databaseUrl: string) {
  const near = new URL(databaseUrl.replace('@/', '@localhost/'))
  const sockets = near.searchParams.get('host') ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'boutique-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await lastingPort()
  const settings = Object.entries(POOLER_SETTINGS).map(([name, value]) => `set ${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${sockets} user=boutique connect_query='${settings.join('; ')}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
`,
  )
  // It does not run as root either, and the folder of the sockets belongs to the user of the database.
  const options = { ...(await systemUserFor(sockets)), stopSignal: 'SIGINT' } as const
  const pgbouncer = await startInstalled(['pgbouncer', file], port, options)
  if (!pgbouncer) throw new Error('PgBouncer is not installed.')
  return {
    url: `postgres://boutique@127.0.0.1:${port}${near.pathname}?sslmode=disable`,
    async stop() {
      await pgbouncer.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
