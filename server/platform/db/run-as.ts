// PostgreSQL refuses to run as root. When root starts the shop, its programs run as an unprivileged system user.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readlink, stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { operatorError } from '#server/errors.ts'

const run = promisify(execFile)

/** How long the errors of a program may arrive after its exit. */
const LAST_WORDS_MS = 1_000

export type SystemUser = { uid: number; gid: number }

/** Runs a PostgreSQL program to its end. Throws with its standard error. */
export type Command = (program: string, args: string[]) => Promise<unknown>

/** The environment that PostgreSQL gets. The shop's secrets stay out, since another user may run it. */
const PASSED_VARIABLES = ['PATH', 'TZ', 'LD_LIBRARY_PATH', 'TMPDIR', 'SystemRoot', 'TEMP']

const passedVariables = PASSED_VARIABLES.flatMap((name) =>
  process.env[name] === undefined ? [] : [[name, process.env[name]]],
)
const options = { env: { ...Object.fromEntries(passedVariables), LC_ALL: 'C' }, cwd: '/' }

/** The system user that has to run the cluster in `dir`; undefined for our own, unless that is root. */
export async function systemUserFor(dir: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(dir).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const account = await systemUserNamed(name).catch(() => undefined)
    if (!account?.uid || !account.gid) continue
    if (name === 'nobody') await requireUnusedUser(account)
    return account
  }
  throw operatorError(
    'database_user_missing',
    'Running as root, and there is neither an account named postgres nor one named nobody for the database.',
  )
}

/** Throws a sentence when the user runs other programs, which could read and change the database. */
export async function requireUnusedUser({ uid }: SystemUser) {
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid) || (await stat(`/proc/${pid}`).catch(() => undefined))?.uid !== uid) continue
    const program = await readlink(`/proc/${pid}/exe`).catch(() => '')
    if (program && !program.endsWith('/postgres'))
      throw operatorError(
        'database_user_missing',
        `Running as root, the database would share the account nobody with ${program}, which could read it. ` +
          'Make an account for it: useradd --system postgres',
      )
  }
}

async function systemUserNamed(name: string): Promise<SystemUser> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)))
  return { uid: uid ?? 0, gid: gid ?? 0 }
}

/** A function that runs programs as this system user. */
export function runAs(account: SystemUser | undefined): Command {
  if (process.platform === 'win32') return runToExit
  if (!account) return (program, args) => run(program, args, options)
  return (program, args) =>
    run(program, args, { ...options, ...account }).catch((error) => {
      // The user may not enter a parent folder (a checkout or data under /root): give it read access, and no more.
      if (error.code === 'EACCES' || /Permission denied/.test(error.stderr))
        return run('setpriv', [...readingOnly(account), program, ...args], options)
      throw error
    })
}

/**
 * Runs a program until it exits, although the server that it starts goes on and keeps its standard error open. A console
 * of its own keeps Ctrl-C away from that server.
 */
export async function runToExit(program: string, args: string[]) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true })
  let errorText = ''
  child.stderr.on('data', (text) => {
    errorText += text
  })
  const closed = once(child, 'close')
  const [code] = await once(child, 'exit')
  if (code !== 0) await Promise.race([closed, setTimeout(LAST_WORDS_MS)])
  child.stderr.destroy()
  if (code !== 0) throw new Error(`${program} ended with ${code}.\n${errorText}`)
}

/** The words before a program that run it as this system user, who may read what we may; none for our own. */
export const prefixFor = (account: SystemUser | undefined) => (account ? ['setpriv', ...readingOnly(account)] : [])

const readingOnly = ({ uid, gid }: SystemUser) => [
  '--securebits=+no_setuid_fixup',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_read_search',
  '--ambient-caps=+dac_read_search',
  '--bounding-set=-all,+dac_read_search',
]
