// A copy of the shop's database beside it on the same server, for going back after an upgrade. Only for a database of one's
// own (DATABASE_URL): the shop's own is copied with its folder.
import { operatorError } from '#server/errors.ts'
import { databaseNameOf, onDatabase, runFormatted } from './database-server.ts'
import { SNAPSHOT } from './texts.ts'

/** Copies the database, in place of an earlier copy. Throws a sentence while it is in use, or when its user may not. */
export const takeSnapshot = (url: string) =>
  besideDatabase(url, async ({ run, name }) => {
    await run('drop database if exists %I', copyOf(name))
    await run('create database %I template %I', copyOf(name), name)
  })

/**
 * Puts a copy of the snapshot in the place of the database, which stays as another one until the next time. Throws a
 * sentence when there is no snapshot, while the database is in use, or when its user may not.
 */
export const restoreSnapshot = (url: string) =>
  besideDatabase(url, async ({ run, name, has }) => {
    if (!(await has(copyOf(name)))) throw operatorError('backup_not_found', SNAPSHOT.none)
    await run('drop database if exists %I', restoredAs(name))
    await run('create database %I template %I', restoredAs(name), copyOf(name))
    await run('drop database if exists %I', replacedBy(name))
    await run('begin')
    await run('alter database %I rename to %I', name, replacedBy(name))
    await run('alter database %I rename to %I', restoredAs(name), name)
    await run('commit')
  })

/** The longest name of a database is 63 bytes. */
const LONGEST = 50
const copyOf = (name: string) => `${name.slice(0, LONGEST)}_snapshot`
const restoredAs = (name: string) => `${name.slice(0, LONGEST)}_restored`
const replacedBy = (name: string) => `${name.slice(0, LONGEST)}_replaced`

type Server = {
  name: string
  run(statement: string, ...names: string[]): Promise<void>
  has(name: string): Promise<boolean>
}

/** Does the work on another database of the server: nobody may be connected to one that is copied or renamed. */
async function besideDatabase(url: string, work: (server: Server) => Promise<void>) {
  const name = await databaseNameOf(url)
  await onDatabase(url, 'postgres', async (client) => {
    const has = async (other: string) =>
      (await client.query('select from pg_database where datname = $1', [other])).rowCount === 1
    const run = (statement: string, ...names: string[]) => runFormatted(client, statement, ...names)
    await work({ name, run, has })
  }).catch((cause: Error & { code?: string }) => {
    // object_in_use
    if (cause.code === '55006') throw operatorError('backup_busy', SNAPSHOT.inUse, cause)
    // insufficient_privilege
    throw cause.code === '42501' ? operatorError('database_not_ours', SNAPSHOT.notAllowed, cause) : cause
  })
}
