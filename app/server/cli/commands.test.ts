import { execFile } from 'node:child_process'
import { access, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { FEATURES } from '#app/server/features.ts'
import { saveConfiguration, savedConfiguration } from '#app/server/process/saved-configuration.ts'
import { alone } from '#features/backups/server/backup-lock.ts'
import { readEnv } from '#server/env.ts'
import { secrets } from '#server/platform/db/schema.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { createAdminLink } from '#server/shop/accounts/admin-links.ts'
import { callerBySession } from '#server/shop/accounts/sessions.ts'
import { signIn } from '#server/shop/accounts/users.ts'
import type { Feature } from '#server/shop/feature.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { adminLinks, sessions, users } from '#server/shop/schema/users.ts'
import { testDatabase } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product, user } from '#server/testing/factories.ts'
import { figure } from '#server/testing/torture.ts'
import { COMMANDS, runCommand } from './commands.ts'

const run = promisify(execFile)

const data = join(tmpdir(), `boutique-owner-${process.pid}`)
afterAll(() => rm(data, { recursive: true, force: true }))

/** A database that counts as a shop, because it has an admin. */
async function shopWithAdmin() {
  const shop = await testDatabase()
  await admin(shop.db)
  return shop
}

type CommandResult = { code: number; stdout: string; stderr: string }

/** Runs an owner's command on that database, in this process. */
const shop = (url: string, ...words: string[]) => shopWith({}, url, ...words)

/** As `shop`, with more environment variables. */
async function shopWith(more: Record<string, string>, url: string, ...words: string[]): Promise<CommandResult> {
  const output = { stdout: '', stderr: '' }
  const collects = (to: keyof typeof output) => (text: string) => {
    output[to] += `${text}\n`
  }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(collects('stdout')),
    vi.spyOn(console, 'warn').mockImplementation(collects('stderr')),
    vi.spyOn(console, 'error').mockImplementation(collects('stderr')),
  ]
  try {
    return { code: await runCommand(words, environment(url, more)), ...output }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const node = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url))
const script = fileURLToPath(new URL('main.ts', import.meta.url))

/** As `shop`, in a process of its own. */
const command = (url: string, ...words: string[]): Promise<CommandResult> =>
  run(node, [script, ...words], { env: environment(url) }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: CommandResult) => ({ code, stdout, stderr }),
  )

const environment = (url: string, more: Record<string, string> = {}) => ({
  ...process.env,
  // A URL must have a host; the driver uses the socket's folder in the query instead.
  DATABASE_URL: url.replace('@/', '@localhost/'),
  DATA_DIR: data,
  ...more,
})

test("the owner sets a user's password while the shop runs", async () => {
  const { db, url } = await shopWithAdmin()
  const { user: ann, token } = await user(db)
  const { code, stdout } = await command(url, 'reset-password', ann.email)
  expect(code).toBe(0)
  const password = /^The new password of \S+ is (\S{16})$/m.exec(stdout)?.[1] ?? ''
  expect(await signIn(db, { email: ann.email, password })).toMatchObject({ user: { id: ann.id } })
  expect(await callerBySession(db, token)).toBe(null)
})

test('verify-ledger works while the shop runs, and reports what is wrong', async () => {
  const { db, url } = await shopWithAdmin()
  await product(db)
  const sound = await shop(url, 'verify-ledger')
  expect(sound).toMatchObject({ code: 0, stderr: '' })
  expect(sound.stdout).toMatch(
    /^Shop .*, 0 orders, database test_\w+ at .*\nholds {5}the stock of a product equals the sum of its stock changes$[\s\S]*^\d+ rules hold, 0 are violated$/m,
  )
  await db.update(products).set({ qty: 6 })
  const unsound = await shop(url, 'verify-ledger')
  expect(unsound.code).toBe(1)
  expect(unsound.stdout).toMatch(/^VIOLATED {2}the stock of a product equals the sum of its stock changes: [-\w]+$/m)
})

test('doctor says how the shop is, and exits with status 1 while something is left to do', async () => {
  const { db, url } = await shopWithAdmin()
  await product(db)
  const { code, stdout, stderr } = await shop(url, 'doctor')
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout).toMatch(/^fine {6}The books are in order: \d+ rules hold\.$/m)
  expect(stdout).toMatch(/^TO DO {5}One product for sale without a photo\. Add photos /m)
  expect(stdout).toMatch(/^\d+ things to do\.$/m)
})

test.for(['discrepancies', 'snapshot', 'restore-snapshot'])(
  'the command %s says that the database of DATABASE_URL does not answer, without its password',
  async (name) => {
    const { code, stderr } = await command('postgres://me:secret@127.0.0.1:1/shop', name)
    expect([code, stderr]).toEqual([
      1,
      'Cannot connect to the database of DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1 [database_unreachable]\n',
    ])
  },
)

test('the owner backs up the shop and restores the backup into an empty one', async () => {
  const { db, url } = await shopWithAdmin()
  const { name } = await product(db)
  const folder = await mkdtemp(join(tmpdir(), 'boutique-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const to = join(folder, 'shop.tar')
  expect((await command(url, 'backup', to)).stdout).toMatch(/^\d+ rows and \d+ photos were saved in /m)
  const other = await testDatabase()
  expect((await command(other.url, 'restore', to)).stdout).toMatch(/^\d+ rows and \d+ photos were restored\. Now start/)
  expect(await other.db.select({ name: products.name }).from(products)).toEqual([{ name }])
  const { code, stderr } = await command(other.url, 'restore', to)
  expect([code, stderr.trim()]).toEqual([1, expect.stringMatching(/^This shop is not empty: /)])
})

test('two backups of one shop are not made at once, as in the same second under one name', async () => {
  const { url } = await shopWithAdmin()
  const folder = await mkdtemp(join(tmpdir(), 'boutique-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const busy = await alone(url, 'backup', () => shop(url, 'backup', folder))
  expect(busy).toMatchObject({ code: 1, stderr: 'A backup is being made or practiced just now. [backup_busy]\n' })
  expect(await readdir(folder)).toEqual([])
  expect((await shop(url, 'backup', folder)).code).toBe(0)
})

test('a practice says whether there is no backup at all, or not the one that was named', async () => {
  const { url } = await shopWithAdmin()
  expect((await shop(url, 'practice')).stderr).toMatch(/^There is no backup yet/)
  expect((await shop(url, 'practice', '/nowhere/shop.tar')).stderr).toMatch(/^There is no such backup/)
})

test('a backup to restore that is not there is named, and nothing else is said', async () => {
  const { url } = await testDatabase()
  const { code, stderr } = await command(url, 'restore', '/nowhere/shop.tar')
  expect([code, stderr]).toEqual([
    1,
    '/nowhere/shop.tar is no file with a backup that can be read. [backup_not_found]\n',
  ])
})

test('sample data goes neither into a shop that takes real money nor into one with users', async () => {
  const { db, url } = await testDatabase()
  const square = { SQUARE_ACCESS_TOKEN: 'token', SQUARE_APPLICATION_ID: 'application', SQUARE_LOCATION_ID: 'location' }
  const real = await shopWith(square, url, 'seed-large')
  expect([real.code, real.stderr.trim()]).toEqual([
    1,
    'This shop takes real payments, so it cannot be filled with made-up orders. [payments_real]',
  ])
  await user(db)
  const refusal = await shop(url, 'seed-large')
  expect([refusal.code, refusal.stderr.trim()]).toEqual([
    1,
    expect.stringMatching(/^This shop is in use \(customers: 1\)\. /),
  ])
  expect(await db.select().from(products)).toEqual([])
})

test('sample data comes in the size that was asked for', async () => {
  const { db, url } = await testDatabase()
  for (const wrong of [
    ['0', '5'],
    ['5', 'many'],
    ['5', '-1'],
    ['10000000', '5'],
  ])
    expect((await shop(url, 'seed-large', ...wrong)).stderr).toContain('[configuration_invalid]')
  const { code, stdout } = await shop(url, 'seed-large', '20', '30')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/30 of 30 orders\n[\s\S]*: \d+ MB on disk\.\n$/)])
  expect([await db.$count(orders), await db.$count(products, isNull(products.parentId))]).toEqual([30, 20])
})

test('new secrets end what the old ones signed; the links of buyers only when asked to', {
  tags: ['A14'],
}, async () => {
  const { db, url } = await shopWithAdmin()
  for (const name of ['order links', 'export download'] as const) await sharedSecret(db, name)
  const names = async () => (await db.select({ name: secrets.name }).from(secrets)).map(({ name }) => name)
  expect(await shop(url, 'new-secrets')).toMatchObject({ code: 0, stdout: expect.stringContaining('still work') })
  expect(await names()).toEqual(['order links'])
  expect((await shop(url, 'new-secrets', '--all')).code).toBe(1)
  expect(await shop(url, 'new-secrets', '--with-links')).toMatchObject({ code: 0, stderr: '' })
  expect(await names()).toEqual([])
})

test.for(['new-secrets --all', 'import products.csv --dry-run --all'])('%s names an unknown option', async (words) => {
  const { url } = await shopWithAdmin()
  const { code, stderr } = await shop(url, ...words.split(' '))
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Usage: [\s\S]*measuring \[configuration_invalid\]\n$/)])
})

test('no two commands share a place or a name', () => {
  const places = [...COMMANDS.values()].map(({ place }) => place)
  expect(new Set(places).size).toBe(places.length)
  const declared = FEATURES.flatMap(({ commands = {} }: Feature) => Object.entries(commands))
  expect(declared.filter(([name, command]) => COMMANDS.get(name) !== command)).toEqual([])
})

test('an unknown email address is answered with a sentence', async () => {
  const { url } = await shopWithAdmin()
  const { code, stderr } = await shop(url, 'reset-password', 'nobody@shopper.example')
  expect([code, stderr.trim()]).toEqual([1, 'No account has this email address.'])
})

test.for([[[]], [['sing']], [['reset-password']], [['reset-password', 'a@b.example', 'more']], [['toString']]])(
  'the arguments %j print the usage',
  async ([words = []]) => {
    const { code, stdout, stderr } = await shop('', ...words)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^Usage: npm run shop -- <command>\n {2}reset-password <email>/)
  },
)

const LIVE = {
  SQUARE_ACCESS_TOKEN: 'token',
  SQUARE_APPLICATION_ID: 'application',
  SQUARE_LOCATION_ID: 'location',
  SQUARE_ENVIRONMENT: 'production',
}

test.for(['backup', 'verify-ledger', 'reset-password'])(
  '%s refuses a folder and a database without a shop',
  {
    tags: ['O10'],
  },
  async (command) => {
    const words = { backup: ['x'], 'verify-ledger': [], 'reset-password': ['a@b.example'] }[command] ?? []
    const nowhere = join(data, `typo-${command}`)
    const folder = await shopWith({ DATABASE_URL: '', DATA_DIR: nowhere }, '', command, ...words)
    expect([folder.code, folder.stdout]).toEqual([1, ''])
    expect(folder.stderr).toMatch(new RegExp(`^No shop was found in ${nowhere}/postgres, and nothing was changed\\.`))
    await expect(access(nowhere)).rejects.toThrow()
    const { db, url } = await testDatabase()
    await db.execute(sql`drop schema drizzle cascade`)
    const database = await shop(url, command, ...words)
    expect([database.code, database.stderr]).toEqual([1, expect.stringMatching(/^No shop was found in test_\w+ at /)])
    const { rows } = await db.execute<{ made: string | null }>(sql`select to_regnamespace('drizzle') as made`)
    expect(rows).toEqual([{ made: null }])
  },
)

test('a database without an admin is not backed up', { tags: ['O10'] }, async () => {
  const { url } = await testDatabase()
  expect(await shop(url, 'backup', join(data, 'no-admin'))).toMatchObject({ code: 1, stdout: '' })
  await expect(access(join(data, 'no-admin'))).rejects.toThrow()
})

test('a backup with far fewer rows than the last one fails, and the last one stays', {
  tags: ['O10'],
}, async ({ task }) => {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const mine = await shopWithAdmin()
  for (let count = 0; count < 12; count++) await product(mine.db)
  await user(mine.db)
  expect((await shop(mine.url, 'backup', join(folder, 'monday.tar'))).code).toBe(0)
  const other = await shopWithAdmin()
  const wrong = await shop(other.url, 'backup', join(folder, 'tuesday.tar'))
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringMatching(/^This shop has 0 products, and its last backup, \S+monday\.tar, has 12\./),
  ])
  expect(await readdir(folder)).toEqual(['monday.tar', 'monday.tar.json'])
  // One user fewer is not enough to count as another shop.
  await mine.db.update(users).set({ deletedAt: new Date() }).where(eq(users.isAdmin, false))
  expect((await shop(mine.url, 'backup', join(folder, 'wednesday.tar'))).code).toBe(0)
  figure(
    task,
    '3 commands in an empty folder and an empty database: refused, nothing made; a backup of another shop refused',
  )
})

test('without a name the backup goes to BACKUP_DIR, where old ones of the shop are deleted and others stay', async () => {
  const { url } = await shopWithAdmin()
  const folder = await mkdtemp(join(tmpdir(), 'boutique-backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // From a Saturday to the Sunday of the next week.
  const old = Array.from({ length: 9 }, (_, day) => `boutique-2025110${day + 1}T170000Z.tar`)
  for (const name of [...old, 'mine.tar']) await writeFile(join(folder, name), '')
  expect(await shop(url, 'backup')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Name the file of the backup, or set BACKUP_DIR to where all are.'),
  })
  expect((await shopWith({ BACKUP_DIR: folder }, url, 'backup')).stdout).toMatch(
    /were saved in \S+boutique-\d{8}T\d{6}Z\.tar$/m,
  )
  const archives = (await readdir(folder)).filter((name) => name.endsWith('.tar'))
  // Six days before the new one, and the end of the week before those.
  expect(archives).toHaveLength(9)
  expect(archives).toEqual(expect.arrayContaining([old[1], ...old.slice(3), 'mine.tar']))
})

test('an encrypted backup opens with the key that the owner kept, and with no other', async () => {
  const { db, url } = await shopWithAdmin()
  await product(db)
  const folder = await mkdtemp(join(tmpdir(), 'boutique-backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const keys = (await shop('', 'backup-key')).stdout
  const others = (await shop('', 'backup-key')).stdout
  await writeFile(join(folder, 'key'), keys)
  await writeFile(join(folder, 'other'), others)
  const [, BACKUP_RECIPIENT = ''] = /BACKUP_RECIPIENT=(\S+)/.exec(keys) ?? []
  const backup = await shopWith({ BACKUP_RECIPIENT, BACKUP_DIR: folder }, url, 'backup')
  const [path = ''] = /\S+\.tar\.age$/m.exec(backup.stdout) ?? []
  expect(await readFile(path, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/)
  const empty = await testDatabase()
  expect((await shop(empty.url, 'restore', path)).stderr).toMatch(/is encrypted: name the file with its private key/)
  expect((await shop(empty.url, 'restore', path, join(folder, 'other'))).stderr).toMatch(/not that of this backup/)
  expect((await shop(empty.url, 'restore', path, path)).stderr).toMatch(/has no private key in it/)
  expect(await empty.db.$count(products)).toBe(0)
  expect((await shop(empty.url, 'restore', path, join(folder, 'key'))).code).toBe(0)
  expect(await empty.db.$count(products)).toBe(1)
})

test('a command reads the settings file', async () => {
  const { url } = await shopWithAdmin()
  const folder = await mkdtemp(join(tmpdir(), 'boutique-settings-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, '.env')
  await writeFile(file, `BACKUP_DIR=${folder}/backups\n`, { mode: 0o600 })
  expect(await shopWith({ ENV_FILE: file }, url, 'backup')).toMatchObject({ code: 0, stderr: '' })
  expect(await readdir(join(folder, 'backups'))).toHaveLength(2)
  await writeFile(file, 'BACKUPDIR=/elsewhere\n')
  expect(await shopWith({ ENV_FILE: file }, url, 'backup')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Did you mean BACKUP_DIR? [configuration_invalid]'),
  })
})

test.for([
  ['SHOP_URL=https://shop.test\nPAYMENTS=demo', 0, /^The settings are valid\.$/m],
  ['SHOP_URL=https://shop.test', 1, /payments_not_configured/],
  ['SHOP_URL=shop.test', 1, /SHOP_URL.*configuration_invalid/],
] as const)('check-settings judges the file before a restart: %j', async ([text, code, sentence]) => {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-settings-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // As the last start had it, which does not count.
  await writeFile(join(folder, 'configuration.json'), JSON.stringify({ PAYMENTS: 'demo' }))
  await writeFile(join(folder, '.env'), text)
  const { stdout, stderr, ...end } = await shopWith(
    { ENV_FILE: join(folder, '.env'), DATA_DIR: folder, DATABASE_URL: '' },
    '',
    'check-settings',
  )
  expect(end.code).toBe(code)
  expect(stdout + stderr).toMatch(sentence)
})

test('a backup holds no sessions, no reset links and no links for admins', async () => {
  const { db, url } = await shopWithAdmin()
  await createAdminLink(db)
  const folder = await mkdtemp(join(tmpdir(), 'boutique-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await shop(url, 'backup', join(folder, 'shop.tar'))
  const other = await testDatabase()
  expect((await shop(other.url, 'restore', join(folder, 'shop.tar'))).code).toBe(0)
  expect([await db.$count(sessions), await other.db.$count(sessions)]).toEqual([1, 0])
  expect([await db.$count(adminLinks), await other.db.$count(adminLinks)]).toEqual([1, 0])
  expect(await other.db.$count(users)).toBe(1)
})

test('the simulator of a restored demo shop knows its earlier payments', async () => {
  const checkout = await testCheckout()
  await admin(checkout.db)
  expect((await checkout.pay(await checkout.placed(await product(checkout.db)))).statusCode).toBe(200)
  const folder = await mkdtemp(join(tmpdir(), 'boutique-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await shop(checkout.url, 'backup', join(folder, 'shop.tar'))
  const other = await testDatabase()
  await shop(other.url, 'restore', join(folder, 'shop.tar'))
  const ledgerCheck = await shop(other.url, 'verify-ledger')
  expect(ledgerCheck).toMatchObject({ code: 0, stdout: expect.stringContaining(' 0 are violated') })
})

const simulatorSchema = sql`select to_regnamespace('square_simulator') as made`

test('without the token of its Square account a live shop is not verified against the simulator', {
  tags: ['O10'],
}, async () => {
  const { db, url } = await shopWithAdmin()
  expect((await shop(url, 'verify-ledger')).code).toBe(0)
  expect((await db.execute<{ made: string | null }>(simulatorSchema)).rows).toEqual([{ made: null }])
  const checkout = await testCheckout()
  await admin(checkout.db)
  await checkout.pay(await checkout.placed(await product(checkout.db)))
  await checkout.db.update(paymentAttempts).set({ mode: 'live' })
  const refusal = await shop(checkout.url, 'verify-ledger')
  expect([refusal.code, refusal.stderr]).toEqual([1, expect.stringMatching(/^This shop takes money through Square, /)])
})

test('a command uses the configuration of the shop in its folder, and no other', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'boutique-configured-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true }))
  const DATABASE_URL = 'postgres://shop:secret@db.example/shop'
  const settings = { ...LIVE, DATA_DIR, DATABASE_URL, ADMIN_PASSWORD: 'not a real password' }
  await saveConfiguration(readEnv(settings), settings)
  const file = join(DATA_DIR, 'configuration.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).not.toMatch(/ADMIN_PASSWORD|not a real/)
  expect(await savedConfiguration({ DATA_DIR })).toMatchObject({ ...LIVE, DATABASE_URL })
  expect(await savedConfiguration({ DATA_DIR, LOG_LEVEL: 'error' })).toMatchObject({ ...LIVE, LOG_LEVEL: 'error' })
  const other = await savedConfiguration({ DATA_DIR, DATABASE_URL: 'postgres://elsewhere.example/copy' })
  expect(other.SQUARE_ACCESS_TOKEN).toBeUndefined()
  expect(await savedConfiguration({ DATA_DIR: join(DATA_DIR, 'another') })).not.toHaveProperty('SQUARE_ACCESS_TOKEN')
})
