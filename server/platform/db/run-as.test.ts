import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireUnusedUser, runToExit } from './run-as.ts'

/** The number of an account that nobody has. */
const NOBODY_HAS = 3_999_999_999

test('started as root, the database shares no account with another program', async () => {
  const uid = process.getuid?.() ?? 0
  const other = spawn('sleep', ['60'])
  onTestFinished(() => void other.kill())
  await expect(requireUnusedUser({ uid, gid: uid })).rejects.toThrow(
    /^Running as root, the database would share the account nobody with \/.*useradd --system postgres$/,
  )
  await requireUnusedUser({ uid: NOBODY_HAS, gid: NOBODY_HAS })
})

test('a program has run when it exits, though the server that it started goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-server-'))
  const file = join(folder, 'pid')
  onTestFinished(async () => {
    process.kill(Number(await readFile(file, 'utf8')))
    await rm(folder, { recursive: true })
  })
  await runToExit('sh', ['-c', 'sleep 60 & echo $! > "$0"', file])
})

test('a program that fails is told by its own words', async () => {
  await expect(runToExit('sh', ['-c', 'echo No room. >&2; exit 3'])).rejects.toThrow('sh ended with 3.\nNo room.')
})
