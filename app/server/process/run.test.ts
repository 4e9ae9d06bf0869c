import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningShop, startShop } from '#scripts/start-shop.ts'
import { freshDatabase } from '#server/testing/app.ts'
import { runSql } from '#server/testing/cluster.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { LEADER_LOCK } from './leader.ts'

/** A data folder as a shop leaves it that has once run. */
let dataFolder: string

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'boutique-used-'))
  const shop = await startShop({ DATA_DIR: dataFolder, DATABASE_URL: '', DEMO: '0' })
  expect(await shop.stop()).toBe(0)
})
afterAll(() => rm(dataFolder, { recursive: true, force: true }))

/** As `shopFolder`, with the data of a shop that has once run. */
async function usedFolder() {
  const shop = await shopFolder()
  // The database's files keep the user that they belong to.
  execFileSync('cp', ['-a', `${dataFolder}/.`, shop.folder])
  return shop
}

/** An empty data folder, and shops that run on it, without demo goods unless `env` says so. All stop with the test. */
async function shopFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-start-'))
  const shops: RunningShop[] = []
  onTestFinished(async () => {
    await Promise.all(shops.map((shop) => shop.stop()))
    await rm(folder, { recursive: true, force: true })
  })
  const start = async (env: Record<string, string> = {}) => {
    const shop = await startShop({ DATA_DIR: folder, DATABASE_URL: '', DEMO: '0', ...env })
    shops.push(shop)
    return shop
  }
  const lock = join(folder, 'postgres/postmaster.pid')
  return {
    folder,
    start,
    /** The output of a shop that fails to start, with its exit code. */
    refusal: (env: Record<string, string> = {}) =>
      start(env).then(
        () => 'It opened.',
        (error: Error) => error.message,
      ),
    databaseRuns: () =>
      access(lock).then(
        () => true,
        () => false,
      ),
    databasePid: () => Number(readFileSync(lock, 'utf8').split('\n')[0]),
  }
}

/** After so long a shop that stops closes the connections that are left (open-shop.ts). */
const GRACE_MS = 21_000

async function total(shop: RunningShop) {
  const answer = await fetch(`${shop.url}/api/products`, { signal: AbortSignal.timeout(PATIENCE_MS) })
  return (await answer.json()).total
}

test('the first start fills the shop and prints a link for the admin, the second does neither', async () => {
  const { start, databaseRuns } = await shopFolder()
  const first = await start({ DEMO: '1', ADMIN_EMAIL: 'owner@shop.example' })
  expect(first.output()).toMatch(/Filling the shop/)
  await expect.poll(() => first.output()).toMatch(/#key=\S+\n/)
  const [, key] = /with this link: http:\S+\/admin\/first#key=(\S+)/.exec(first.output()) ?? []
  const signedIn = await fetch(`${first.url}/api/users/first-admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, name: 'Mara', email: 'owner@shop.example', password: 'a walnut pen in the rain' }),
  })
  expect(await signedIn.json()).toMatchObject({ isAdmin: true })
  const products = await total(first)
  expect(products).toBeGreaterThan(0)
  expect(await first.stop()).toBe(0)
  expect(await databaseRuns()).toBe(false)

  const second = await start({ DEMO: '1', ADMIN_EMAIL: 'owner@shop.example' })
  expect(await total(second)).toBe(products)
  for (const shop of [first, second]) expect(shop.output()).toContain('payments are simulated, and no money moves.')
  expect(second.output()).not.toMatch(/Filling|with this link/)
  expect(second.output()).toContain('npm run shop -- reset-password owner@shop.example')
})

test('a killed shop leaves its database running, and the next start uses it', async () => {
  const { start, databaseRuns, databasePid } = await usedFolder()
  const killedShop = await start()
  await killedShop.stop('SIGKILL')
  expect(await databaseRuns()).toBe(true)
  const before = databasePid()
  const next = await start()
  expect(databasePid()).toBe(before)
  expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
  expect(await next.stop()).toBe(0)
  expect(await databaseRuns()).toBe(false)
})

test('a shop whose database was killed too starts again', async () => {
  const { start, databasePid } = await usedFolder()
  const killedShop = await start()
  process.kill(databasePid(), 'SIGKILL')
  await killedShop.stop('SIGKILL')
  const next = await start()
  expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
})

test('two shops that start at once in an empty folder share one database', async () => {
  const { start, databaseRuns } = await shopFolder()
  const [one, other] = await Promise.all([start(), start()])
  expect(await one.stop()).toBe(0)
  expect(await databaseRuns()).toBe(true)
  expect((await fetch(`${other.url}/readyz`)).status).toBe(200)
  expect(await other.stop()).toBe(0)
  expect(await databaseRuns()).toBe(false)
})

test.for(['SIGTERM', 'SIGINT'] as const)(
  '%s stops the shop before the grace of open connections ends',
  async (signal) => {
    const { start, databaseRuns } = await usedFolder()
    const shop = await start()
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const [answer] = await once(get(`${shop.url}/healthz`, { agent }), 'response')
    answer.resume()
    await once(answer, 'end')
    const exitCode = await Promise.race([shop.stop(signal), setTimeout(GRACE_MS, 'still there', { ref: false })])
    expect(exitCode).toBe(0)
    expect(await databaseRuns()).toBe(false)
  },
)

test.for(['Bringing the tables up to date', 'Filling the shop'])(
  'stopping a shop that starts leaves nothing running: %s',
  async (step) => {
    const { folder, databaseRuns } = await shopFolder()
    let isAsked = false
    const refusedStart = startShop({ DATA_DIR: folder, DATABASE_URL: '', DEMO: '1' }, (child, output) => {
      if (!isAsked && output.includes(step)) isAsked = child.kill('SIGTERM')
    })
    await expect(refusedStart).rejects.toThrow('The shop ended with 0')
    expect(await databaseRuns()).toBe(false)
  },
)

test('an empty database does not take the place of the shop in the folder, unless that is wanted', async () => {
  const { start, refusal } = await usedFolder()
  const { url, drop } = await freshDatabase({ isEmpty: true })
  onTestFinished(drop)
  const refusalText = await refusal({ DATABASE_URL: url, NEW_SHOP: '0' })
  expect(refusalText).toMatch(/^The database of DATABASE_URL is empty, .*restore.*NEW_SHOP=1\. \[shop_not_found\]$/m)
  const newShop = await start({ DATABASE_URL: url, NEW_SHOP: '1' })
  expect(await newShop.stop()).toBe(0)
  // It is this shop's database from then on.
  expect(await (await start({ DATABASE_URL: url, NEW_SHOP: '0' })).stop()).toBe(0)
})

test('an error about a taken port names the port, and nothing is left running', async () => {
  const { refusal, databaseRuns } = await shopFolder()
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const refusalText = await refusal({ PORT: String(port) })
  expect(refusalText).toMatch(
    new RegExp(`ended with 1:\nPort ${port} is taken .*PORT=${port + 1} npm start \\[port_not_usable\\]\n$`),
  )
  expect(await databaseRuns()).toBe(false)
})

test.for([
  ['an invalid port', { PORT: '70000' }, /^The configuration is wrong\. PORT: /],
  ['several faults at once', { DEMO: 'maybe', LOG_LEVEL: 'loud' }, /DEMO: .*; LOG_LEVEL: /],
  [
    'an external database that does not exist',
    { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/shop' },
    /^Cannot connect to the database of DATABASE_URL: (?!.*secret)/,
  ],
  [
    'half a configuration of Square',
    { SQUARE_ACCESS_TOKEN: 'EAAA' },
    /^The configuration is wrong\. SQUARE_ACCESS_TOKEN: needs /,
  ],
  ['a common password', { ADMIN_PASSWORD: 'password1' }, /^ADMIN_PASSWORD is one of the most common passwords\. /],
  [
    'a public address and no account',
    { SHOP_URL: 'https://shop.example' },
    /^Others can reach this shop .*PAYMENTS=demo/,
  ],
  [
    'an address of another machine',
    { HOST: '192.0.2.1', PAYMENTS: 'demo' },
    /^HOST=192\.0\.2\.1 is not an address of this machine\./,
  ],
] as const)('%s stops the start with a sentence', { tags: ['O7'] }, async ([, env, sentence]) => {
  const { refusal } = await usedFolder()
  const [end, ...restLines] = (await refusal(env)).trim().split('\n')
  const lines = restLines.filter((line) => !line.endsWith(' …'))
  expect(end).toBe('The shop ended with 1:')
  expect(lines).toEqual([expect.stringMatching(sentence)])
})

test('a database of another PostgreSQL version stays untouched', async () => {
  const { folder, refusal } = await shopFolder()
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres/PG_VERSION'), '17\n')
  expect(await refusal()).toMatch(
    /ended with 1:\n(Starting .*\n)?The database in .* was made by PostgreSQL 17, and this shop brings 18/,
  )
  expect(await readFile(join(folder, 'postgres/PG_VERSION'), 'utf8')).toBe('17\n')
})

test('of several processes a dead one is replaced, fails only its own requests, and leaves its jobs to another', async () => {
  const { folder, start, databaseRuns } = await usedFolder()
  const shop = await start({ WORKERS: '2' })
  const workers = () =>
    execFileSync('pgrep', ['-P', String(shop.process.pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
  const url = `postgres://boutique@/postgres?host=${encodeURIComponent(join(folder, 'postgres/sockets'))}`
  const leaders = async () =>
    (
      await runSql(
        url,
        `select l.pid from pg_locks l where locktype = 'advisory' and granted and classid = ${LEADER_LOCK}`,
      )
    ).rows
  await expect.poll(async () => (await leaders()).length).toBe(1)
  const before = workers()
  const isNoticed = () => shop.output().includes('Another one takes its place')
  const failures = { begunBefore: 0, begunAfter: 0 }
  let isOver = false
  const client = async () => {
    while (!isOver) {
      const wasNoticed = isNoticed()
      const totalShown = await total(shop).catch(() => null)
      if (totalShown !== 0) failures[wasNoticed ? 'begunAfter' : 'begunBefore']++
      // The next worker needs some CPU to start.
      await setTimeout(10)
    }
  }
  const clients = Array.from({ length: 4 }, client)
  process.kill(Number(before[0]), 'SIGKILL')
  await expect.poll(isNoticed).toBe(true)
  await expect.poll(() => workers().filter((pid) => !before.includes(pid)).length).toBe(1)
  isOver = true
  await Promise.all(clients)
  expect(failures.begunAfter).toBe(0)
  expect(failures.begunBefore).toBeLessThanOrEqual(clients.length)
  await expect.poll(async () => (await leaders()).length).toBe(1)
  expect(await shop.stop()).toBe(0)
  expect(await databaseRuns()).toBe(false)
})

const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
const SECRETS = { SMTP_URL: 'smtp://shop:canary-of-a-secret@127.0.0.1:1', ADMIN_PASSWORD: 'canary-of-a-secret' }

test("the shop's files are private to its user, and the database process gets no secrets", async () => {
  const { folder, start, databasePid } = await usedFolder()
  // Permissions as an earlier version left them.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'outbox'), { recursive: true })
  await chmod(join(folder, 'outbox'), 0o755)
  await writeFile(join(folder, 'outbox/reset-1.eml'), 'a link', { mode: 0o644 })
  const shop = await start(SECRETS)
  const passing = process.getuid?.() === 0 ? '711' : '700'
  expect([await mode(folder), await mode(join(folder, 'outbox'))]).toEqual([passing, '700'])
  expect([await mode(join(folder, 'photos')), await mode(join(folder, 'postgres'))]).toEqual(['700', '700'])
  const photos = await readdir(join(folder, 'photos'))
  expect(await Promise.all(photos.map((name) => mode(join(folder, 'photos', name))))).toEqual(photos.map(() => '600'))
  expect(await mode(join(folder, 'postgres/sockets'))).toBe('700')
  const environment = await readFile(`/proc/${databasePid()}/environ`, 'utf8')
  expect(environment).toContain('PATH=')
  expect(environment).not.toMatch(/canary|SMTP_URL|ADMIN_/)
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain('canary-of-a-secret')
  expect(await shop.stop()).toBe(0)
})

test('the last ten files of the database log are retained', async () => {
  const { folder, start } = await usedFolder()
  const logs = join(folder, 'postgres/logs')
  const old = Array.from(
    { length: 30 },
    (_, day) => `postgresql-2026-01-${String(day + 1).padStart(2, '0')}_000000.log`,
  )
  for (const name of old) await writeFile(join(logs, name), 'An old line.\n')
  await start()
  await expect.poll(async () => (await readdir(logs)).length).toBe(10)
  const files = await readdir(logs)
  expect(files.filter((name) => old.slice(0, -10).includes(name))).toEqual([])
  expect(files.some((name) => !old.includes(name))).toBe(true)
})

test("an owner's command finds the running database, whatever TMPDIR it has", async () => {
  const { folder, start } = await shopFolder()
  // Too long for a socket's path, so the socket is in the system's temporary folder.
  const DATA_DIR = join(folder, 'a folder with a long name'.repeat(5))
  const places = [join(folder, 'a'), join(folder, 'b')] as const
  for (const place of places) await mkdir(place, { mode: 0o755 })
  const shop = await start({ DATA_DIR, TMPDIR: places[0] })
  const env = { ...process.env, DATA_DIR, DATABASE_URL: '', TMPDIR: places[1] }
  const node = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url))
  const script = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
  const report = execFileSync(node, [script, 'verify-ledger'], { env, encoding: 'utf8' })
  expect(report).toContain('0 are violated')
  expect(await readdir(places[1])).toEqual([])
  expect(await shop.stop()).toBe(0)
})

test("a development server does not serve the shop's data", async () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const inside = await mkdtemp(join(root, '.cache/dev-data-'))
  onTestFinished(() => rm(inside, { recursive: true, force: true }))
  await mkdir(join(inside, 'outbox'))
  await writeFile(join(inside, 'outbox/reset-1.eml'), 'a link that is a secret')
  const child = await startShop({ DATA_DIR: inside, DATABASE_URL: '', DEMO: '0' }, undefined, { words: ['--dev'] })
  onTestFinished(async () => void (await child.stop()))
  const path = inside.slice(root.length)
  for (const url of [
    `/${path}`,
    `/@fs${inside}`,
    `/@fs/${inside}`,
    `/${path.replace('.cache', '%2ecache')}`,
    `//${path}`,
  ])
    for (const end of ['', '?raw', '?url', '?import', '?import&raw', '?inline', '#x'])
      expect(await (await fetch(`${child.url}${url}/outbox/reset-1.eml${end}`)).text()).not.toContain('a secret')
  expect((await fetch(`${child.url}/app/web/entry-app.tsx`)).status).toBe(200)
})
