import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

test.for([
  'server/shop/accounts/common-passwords.txt',
  'server/shop/database/functions/all_orders_removed.sql',
  'demo/collections.json',
])('a checkout of Git for Windows has the same %s', async (path) => {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-checkout-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // As the installer of Git for Windows sets it.
  const words = ['-c', 'core.autocrlf=true', 'checkout-index', `--prefix=${folder}/`, '--', path]
  expect(spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stderr).toBe('')
  expect(await readFile(join(folder, path), 'utf8')).not.toContain('\r')
})
