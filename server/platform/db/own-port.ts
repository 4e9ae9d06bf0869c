// The embedded PostgreSQL without unix sockets: a port of this computer that is chosen when the cluster is created, and a
// password that is in the cluster's private folder, because every user of the computer reaches the port.
import { randomBytes, randomInt } from 'node:crypto'
import { chown, readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemUser } from './run-as.ts'
import { runQuery } from './run-query.ts'

/** Below the ports that systems give to connections by themselves. */
const PORTS = [20_000, 32_000] as const

/** The settings of a new cluster. */
export const ownPortSettings = () => `listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = ${randomInt(...PORTS)}
`

/** The file with the password of the cluster in `dir`. */
export const passwordFile = (dir: string) => join(dir, 'password')

/** Writes a new password into that file, which `account` can read too, and returns the path. */
export async function writePassword(path: string, account: SystemUser | undefined) {
  await writeFile(path, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (account) await chown(path, account.uid, account.gid)
  return path
}

/** The URL of the cluster in `dir`. */
export async function ownPortUrl(dir: string) {
  const [password, settings] = await Promise.all([
    readFile(passwordFile(dir), 'utf8'),
    readFile(join(dir, 'postgresql.auto.conf'), 'utf8'),
  ])
  const [, port] = /^port = (\d+)$/m.exec(settings) ?? []
  return `postgres://boutique:${password}@127.0.0.1:${port}/postgres`
}

/** Whether the cluster in `dir` answers at the URL. A copy of the folder has the same port and password. */
export async function isServing(url: string, dir: string) {
  try {
    const { rows } = await runQuery(url, 'show data_directory')
    return (await realpath(rows[0].data_directory)) === (await realpath(dir))
  } catch {
    return false
  }
}
