// PostgreSQL refuses to run as root. Started by root, its programs run in the name of an unprivileged account.
import { execFile } from 'node:child_process'
import { readdir, readlink, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type SystemUser = { uid: number; gid: number }

/** Runs one of PostgreSQL's programs to its end. Throws with what it wrote to its standard error. */
export type Command = (program: string, args: string[]) => Promise<unknown>

/** What PostgreSQL needs of our environment. The shop's secrets stay out of it: it may run as another account. */
const PASSED = ['PATH', 'TZ', 'LD_LIBRARY_PATH', 'TMPDIR', 'SystemRoot', 'TEMP']

const passed = PASSED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
const options = { env: { ...Object.fromEntries(passed), LC_ALL: 'C' }, cwd: '/' }

/** Under which account the cluster in `dir` has to run: undefined for our own, which any but root may use. */
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
  throw new Error(
    'Running as root, and there is neither an account named postgres nor one named nobody for the database.',
  )
}

/** Throws when other programs run under that account: they could read and change the database. */
export async function requireUnusedUser({ uid }: SystemUser) {
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid) || (await stat(`/proc/${pid}`).catch(() => undefined))?.uid !== uid) continue
    const program = await readlink(`/proc/${pid}/exe`).catch(() => '')
    if (program && !program.endsWith('/postgres'))
      throw new Error(
        `Running as root, the database would share the account nobody with ${program}, which could read it. ` +
          'Make an account for it: useradd --system postgres',
      )
  }
}

async function systemUserNamed(name: string): Promise<SystemUser> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)))
  return { uid: uid ?? 0, gid: gid ?? 0 }
}

/** How to run a program as that account. */
export function runAs(account: SystemUser | undefined): Command {
  if (!account) return (program, args) => run(program, args, options)
  return (program, args) =>
    run(program, args, { ...options, ...account }).catch((error) => {
      // The account may not pass the folders above (a checkout or data under /root): let it read, and no more.
      if (error.code === 'EACCES' || /Permission denied/.test(error.stderr))
        return run('setpriv', [...readingOnly(account), program, ...args], options)
      throw error
    })
}

const readingOnly = ({ uid, gid }: SystemUser) => [
  '--securebits=+no_setuid_fixup',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_read_search',
  '--ambient-caps=+dac_read_search',
  '--bounding-set=-all,+dac_read_search',
]
