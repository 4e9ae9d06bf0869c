// PostgreSQL refuses to run as root. Started by root, its programs run in the name of an unprivileged account.
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Account = { uid: number; gid: number }

/** Runs one of PostgreSQL's programs to its end. Throws with what it wrote to its standard error. */
export type Command = (program: string, args: string[]) => Promise<unknown>

const options = { env: { ...process.env, LC_ALL: 'C' }, cwd: '/' }

/** Under which account the cluster in `dir` has to run: undefined for our own, which any but root may use. */
export async function accountFor(dir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(dir).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const account = await accountNamed(name).catch(() => undefined)
    if (account?.uid && account.gid) return account
  }
  throw new Error(
    'Running as root, and there is neither an account named postgres nor one named nobody for the database.',
  )
}

async function accountNamed(name: string): Promise<Account> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)))
  return { uid: uid ?? 0, gid: gid ?? 0 }
}

/** How to run a program as that account. */
export function commandAs(account: Account | undefined): Command {
  if (!account) return (program, args) => run(program, args, options)
  return (program, args) =>
    run(program, args, { ...options, ...account }).catch((error) => {
      // The account may not pass the folders above (a checkout or data under /root): let it read, and no more.
      if (error.code === 'EACCES' || /Permission denied/.test(error.stderr))
        return run('setpriv', [...readingOnly(account), program, ...args], options)
      throw error
    })
}

const readingOnly = ({ uid, gid }: Account) => [
  '--securebits=+no_setuid_fixup',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_read_search',
  '--ambient-caps=+dac_read_search',
  '--bounding-set=-all,+dac_read_search',
]
