import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { requireUnusedUser } from './run-as.ts'

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
