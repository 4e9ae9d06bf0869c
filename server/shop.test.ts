import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { callerOf } from './accounts/sessions.ts'
import { signIn } from './accounts/users.ts'
import { products } from './db/schema.ts'
import { testDatabase } from './testing/app.ts'
import { product, user } from './testing/factories.ts'

const run = promisify(execFile)
const node = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
const script = fileURLToPath(new URL('shop.ts', import.meta.url))

const data = join(tmpdir(), `boutique-owner-${process.pid}`)
afterAll(() => rm(data, { recursive: true, force: true }))

/** Runs a command of the owner's on that database. */
const shop = (url: string, ...words: string[]) => shopWith({}, url, ...words)

/** As `shop`, with more settings. */
function shopWith(more: Record<string, string>, url: string, ...words: string[]) {
  // A URL needs a host to be one; the socket's folder in its query is what counts.
  const env = { ...process.env, DATABASE_URL: url.replace('@/', '@localhost/'), DATA_DIR: data, ...more }
  return run(node, [script, ...words], { env }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  )
}

test('the owner gives an account a new password beside the running shop', async () => {
  const { db, url } = await testDatabase()
  const { user: ann, token } = await user(db)
  const { code, stdout } = await shop(url, 'reset-password', ann.email)
  expect(code).toBe(0)
  const password = /^The new password of \S+ is (\S{16})$/m.exec(stdout)?.[1] ?? ''
  expect(await signIn(db, { email: ann.email, password })).toMatchObject({ _id: ann.id })
  expect(await callerOf(db, token)).toBe(null)
})

test('the owner has the ledger verified beside the running shop, and is told what is wrong with it', async () => {
  const { db, url } = await testDatabase()
  await product(db)
  const sound = await shop(url, 'verify-ledger')
  expect(sound).toMatchObject({ code: 0, stderr: '' })
  expect(sound.stdout).toMatch(/^holds {5}stock is the sum of its movements$[\s\S]*^\d+ rules hold, 0 are violated$/m)
  await db.update(products).set({ qty: 6 })
  const unsound = await shop(url, 'verify-ledger')
  expect(unsound.code).toBe(1)
  expect(unsound.stdout).toMatch(/^VIOLATED {2}stock is the sum of its movements: [-\w]+$/m)
})

test('the owner backs the shop up and fills an empty one from it', async () => {
  const { db, url } = await testDatabase()
  const { name } = await product(db)
  const folder = await mkdtemp(join(tmpdir(), 'boutique-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const to = join(folder, 'backup')
  expect((await shop(url, 'backup', to)).stdout).toMatch(/^\d+ rows and \d+ photographs are in /)
  const other = await testDatabase()
  expect((await shop(other.url, 'restore', to)).stdout).toMatch(/^\d+ rows and \d+ photographs are back\. Now start/)
  expect(await other.db.select({ name: products.name }).from(products)).toEqual([{ name }])
  const { code, stderr } = await shop(other.url, 'restore', to)
  expect([code, stderr.trim()]).toEqual([1, expect.stringMatching(/^This shop is not empty: /)])
})

test('nothing is invented in a shop that takes real money, nor where somebody has an account', async () => {
  const { db, url } = await testDatabase()
  const square = { SQUARE_ACCESS_TOKEN: 'token', SQUARE_APPLICATION_ID: 'application', SQUARE_LOCATION_ID: 'location' }
  const real = await shopWith(square, url, 'seed-large')
  expect([real.code, real.stderr.trim()]).toEqual([1, 'This shop takes real money: nothing is invented here.'])
  await user(db)
  const own = await shop(url, 'seed-large')
  expect([own.code, own.stderr.trim()]).toEqual([1, expect.stringMatching(/^This shop is in use \(customers: 1\)\. /)])
  expect(await db.select().from(products)).toEqual([])
})

test('an unknown address is said in a sentence', async () => {
  const { url } = await testDatabase()
  const { code, stderr } = await shop(url, 'reset-password', 'nobody@shopper.example')
  expect([code, stderr.trim()]).toEqual([1, 'An account with that email address was not found.'])
})

test.for([[[]], [['sing']], [['reset-password']], [['reset-password', 'a@b.example', 'more']], [['toString']]])(
  'the words %j are answered with how it is used',
  async ([words = []]) => {
    const { url } = await testDatabase()
    const { code, stdout, stderr } = await shop(url, ...words)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^Usage: npm run shop -- <command>\n {2}reset-password <email>/)
  },
)
