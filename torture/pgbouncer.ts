import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { POOLER_SETTINGS } from '#server/db/client.ts'
import { systemUserFor } from '#server/db/run-as.ts'
import { lastingPort } from './stage.ts'

const PATIENCE_MS = 20_000

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
  const child = spawn('pgbouncer', [file], { stdio: ['ignore', 'ignore', 'pipe'], ...(await systemUserFor(sockets)) })
  const spawned = once(child, 'spawn')
  const ended = once(child, 'exit')
  await spawned
  let printed = ''
  child.stderr.on('data', (text) => (printed += text))
  const patience = AbortSignal.timeout(PATIENCE_MS)
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || patience.aborted) throw new Error(`PgBouncer did not start:\n${printed}`)
    await setTimeout(50)
  }
  return {
    url: `postgres://boutique@127.0.0.1:${port}${near.pathname}?sslmode=disable`,
    async stop() {
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isOpen(port: number) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
