import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dataPath } from '#features/personal-data/server/data-links.ts'
import { secrets } from '#server/platform/db/schema.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { tablesByDependency } from '#server/platform/db/tables.ts'
import { signatureOf } from '#server/platform/lib/signatures.ts'
import { listKeys, openBucket } from '#server/platform/media/bucket.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { orderKeys } from '#server/shop/orders/order-links.ts'
import { images, products } from '#server/shop/schema/catalog.ts'
import { ownShop } from '#server/shop/schema/own-shop.ts'
import { sessions } from '#server/shop/schema/users.ts'
import { renewSecrets } from '#server/shop/secrets/secrets.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testBucket } from '#server/testing/bucket.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { runSql } from '#server/testing/cluster.ts'
import { admin, guest, image, product } from '#server/testing/factories.ts'
import { figure } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import type { Backups } from '../contract.ts'
import { entriesOf } from './archive.ts'
import { backUp } from './back-up.ts'
import { backupAt, newBackupPath, ownBackupsIn } from './backup-folder.ts'
import { alone } from './backup-lock.ts'
import type { BackupPlan } from './backup-plan.ts'
import { backupState } from './backup-state.ts'
import { copyBackup } from './copies.ts'
import { deleteDownloads } from './download-folder.ts'
import { newKeys } from './encryption.ts'
import { readHead } from './head.ts'
import { endPractice, practiceRestore } from './practice.ts'
import { rowsIn, tableOfEntry } from './rows.ts'
import type { SentTask } from './run-backup.ts'
import { makeDueBackup, startBackups, tellSeller } from './schedule.ts'
import { backupAlarm } from './shown-backups.ts'

const PATIENCE = { interval: 200 }

/** A shop with a paid order and a photo, which is backed up. */
async function shopWithPlan(more: Partial<BackupPlan> = {}, use: 'backups' | 'backupDownload' = 'backups') {
  const place = await mkdtemp(join(tmpdir(), 'boutique-backups-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  const photos = folderStore({ folder: join(place, 'photos') })
  const plan: BackupPlan = {
    url: '',
    photos: photos.location,
    folder: join(place, 'backups'),
    recipient: undefined,
    hour: 3,
    bucket: undefined,
    scratch: join(place, 'practice'),
    isForDownload: false,
    ...more,
  }
  const checkout = await testCheckout({ [use]: plan, photos })
  plan.url = checkout.url
  const { db } = checkout
  const { token, user } = await admin(db)
  const { id } = await product(db)
  const photo = await image(db, id)
  await photos.write({ id: photo.id }, Buffer.from('a photo'))
  await checkout.pay(await checkout.placed({ id }))
  const { log } = checkout.app
  const list = async () => (await checkout.get('/api/backups', token)).json<Backups>()
  const practiceNewest = async () => {
    const [newest] = await ownBackupsIn(plan.folder)
    if (!newest) throw new Error('There is no backup.')
    return practiceRestore({ ...plan, db }, newest)
  }
  return { ...checkout, plan, token, adminId: user.id, photo, photos, list, log, practiced: practiceNewest }
}

/** What a practice leaves on the server: nothing. */
async function leftovers({ url, plan }: { url: string; plan: BackupPlan }) {
  const { rows } = await runSql(
    url,
    `select datname from pg_database where datname = current_database() || '_practice'`,
  )
  const files = await readdir(plan.scratch).catch(() => [])
  return [...rows, ...files]
}

test('an admin makes a backup, practices to restore it and downloads it', async () => {
  const shop = await shopWithPlan()
  const { get, post, token, adminId, list, plan } = shop
  expect(await list()).toMatchObject({ folder: plan.folder, hour: 3, running: null, backups: [], practice: null })
  expect((await post('/api/backups/practice', undefined, token)).statusCode).toBe(404)
  expect((await post('/api/backups', undefined, token)).statusCode).toBe(202)
  await waitFor(async () => expect((await list()).backups).toHaveLength(1), PATIENCE)
  const { backups } = await list()
  expect(backups[0]).toMatchObject({ isEncrypted: false, isCopied: false, orders: 1 })
  await waitFor(async () => expect((await list()).running).toBe(null), PATIENCE)

  expect((await post('/api/backups/practice', undefined, token)).statusCode).toBe(202)
  await waitFor(async () => expect((await list()).practice).not.toBe(null), PATIENCE)
  const { practice } = await list()
  expect(practice).toMatchObject({ isGood: true, backup: backups[0]?.name })
  expect(practice?.comparisons.map(({ text }) => text)).toEqual([
    'The file is byte for byte as it was written.',
    expect.stringMatching(/^\d+ rows came back, and 1 order among them: all that were in the shop\.$/),
    expect.stringMatching(/^The money is the same: 1 paid order for \$[\d.]+, \$0\.00 of it refunded\.$/),
    '1 photo came back: all that the shop shows.',
    expect.stringMatching(/^The books are in order: \d+ rules hold\.$/),
  ])
  expect(await leftovers(shop)).toEqual([])

  const name = backups[0]?.name ?? ''
  const { url } = (await post(`/api/backups/${name}/download`, undefined, token)).json<{ url: string }>()
  const file = await get(url)
  expect(file.headers).toMatchObject({ 'cache-control': 'no-store', 'content-length': String(backups[0]?.bytes) })
  expect(file.rawPayload.equals(await readFile(join(plan.folder, name)))).toBe(true)
  expect((await get('/api/admin/audit-log?kind=backup_downloaded', token)).json().events).toMatchObject([
    { by: null, call: 'GET /api/backups/:name/file' },
    { by: { _id: adminId }, call: 'POST /api/backups/:name/download' },
  ])
})

test('a shop without a folder for backups makes one to be downloaded, which does not stay', async () => {
  const { get, post, token, list, plan } = await shopWithPlan({ isForDownload: true }, 'backupDownload')
  expect(await list()).toMatchObject({ folder: null, hour: null, backups: [] })
  expect((await post('/api/backups/practice', undefined, token)).statusCode).toBe(409)
  const made = async () => {
    expect((await post('/api/backups', undefined, token)).statusCode).toBe(202)
    await waitFor(async () => expect((await list()).backups).toHaveLength(1), PATIENCE)
    await waitFor(async () => expect((await list()).running).toBe(null), PATIENCE)
    return (await list()).backups[0]?.name ?? ''
  }
  const first = await made()
  const { url } = (await post(`/api/backups/${first}/download`, undefined, token)).json<{ url: string }>()
  const file = await get(url)
  expect(file.rawPayload.equals(await readFile(join(plan.folder, first)))).toBe(true)
  // A backup is named after its second.
  await setTimeout(1_000)
  expect((await post('/api/backups', undefined, token)).statusCode).toBe(202)
  await waitFor(async () => expect((await ownBackupsIn(plan.folder))[0]?.path).not.toContain(first), PATIENCE)
  await waitFor(async () => expect((await list()).running).toBe(null), PATIENCE)
  expect((await get(url)).statusCode).toBe(404)

  const [newest] = await ownBackupsIn(plan.folder)
  await deleteDownloads(plan.folder, newest?.at ?? 0)
  expect(await ownBackupsIn(plan.folder)).toHaveLength(1)
  await deleteDownloads(plan.folder, Date.now() + 1)
  expect(await readdir(plan.folder)).toEqual(['state.json'])
})

test('a download needs a recent sign-in, its address is of one file and ends after a minute', async () => {
  const { db, get, post, token, adminId, plan, photos } = await shopWithPlan()
  const path = newBackupPath(plan.folder, undefined)
  await backUp({ db, photos }, path)
  const name = basename(path)
  const { url } = (await post(`/api/backups/${name}/download`, undefined, token)).json<{ url: string }>()
  expect((await get(url)).statusCode).toBe(200)
  const other = name.replace('Z.tar', 'Z.tar.age')
  await writeFile(join(plan.folder, other), 'another')
  expect((await get(url.replace(name, other))).statusCode).toBe(404)
  expect((await get(url.replace(/until=\d/, 'until=9'))).statusCode).toBe(404)
  const hour = Date.now() + 3_600_000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(hour)
  onTestFinished(() => clock.mockRestore())
  expect((await get(url)).statusCode).toBe(404)
  clock.mockRestore()
  await db.update(sessions).set({ createdAt: sql`now() - interval '16 minutes'` }).where(eq(sessions.userId, adminId))
  expect((await post(`/api/backups/${name}/download`, undefined, token)).json()).toMatchObject({
    code: 'sign_in_again',
  })
  for (const odd of ['state.json', `${name}.json`, '..%2f..%2fetc%2fpasswd', 'mine.tar'])
    expect((await get(`/api/backups/${odd}/file?until=4102444800000&key=${'a'.repeat(43)}`)).statusCode, odd).toBe(404)
})

/** The address of a file as somebody signs it who has read the secret. */
const forgedUrl = (path: string, secret: string, file: string, until: number) =>
  `${path}?until=${until}&key=${signatureOf(secret, `${until} ${file}`)}`

test('an old backup and everything it was signed with open nothing', { tags: ['A14'] }, async ({ task }) => {
  const shop = await shopWithPlan()
  const { db, get, post, token, plan, photos } = shop
  const path = newBackupPath(plan.folder, undefined)
  await backUp({ db, photos }, path)
  const name = basename(path)
  await post('/api/exports/shop', undefined, token)
  await post(`/api/backups/${name}/download`, undefined, token)
  const { user: gus, token: guestToken } = await guest(db)
  const { _id: id } = await shop.placed(await product(db), {}, guestToken)
  const { link = '' } = /#(?<link>.+)/.exec(await dataPath(db, gus.email))?.groups ?? {}
  const key = (await orderKeys(db, [id])).get(id) ?? ''

  await sharedSecret(db, 'push key')
  // What a backup of an older version held, and the database itself.
  const shopSecrets = Object.fromEntries((await db.select().from(secrets)).map((secret) => [secret.name, secret.value]))
  const never = 4_102_444_800_000
  const soon = Date.now() + 30_000
  const export_ = shopSecrets['export download'] ?? ''
  const download = shopSecrets['backup download'] ?? ''
  const [address = '', until = ''] = link.split('.')
  const linkUntil = (time: number | string) =>
    `${address}.${time}.${signatureOf(shopSecrets['personal data links'] ?? '', `${address} ${time}`)}`
  const calls = (time: number) => [
    () => get(forgedUrl('/api/exports/shop/file', export_, 'shop', time)),
    () => get(forgedUrl(`/api/backups/${name}/file`, download, name, time)),
    () => post('/api/personal-data/by-link/file', { link: linkUntil(time === never ? never : until) }),
  ]
  const statuses = async (time: number) => {
    const replies = []
    for (const call of calls(time)) replies.push((await call()).statusCode)
    return replies
  }
  expect(await statuses(never)).toEqual([404, 404, 410])
  // A minute and an hour are all that a link is good for, and no secret of them is in a backup.
  expect(await statuses(soon)).toEqual([200, 200, 200])
  await rm(path)
  await backUp({ db, photos }, path)
  const savedSecrets = await secretsIn(path)
  expect(Object.keys(savedSecrets).sort()).toEqual(['order links', 'payment mark'])

  await renewSecrets(db, { withLinks: false })
  expect(await statuses(soon)).toEqual([404, 404, 410])
  const openStatus = async () => (await post(`/api/orders/${id}/open`, { key })).statusCode
  expect(await openStatus()).toBe(200)
  expect((await get('/api/backups', token)).statusCode).toBe(200)
  const { url } = (await post('/api/exports/shop', undefined, token)).json<{ url: string }>()
  expect((await get(url)).statusCode).toBe(200)

  await renewSecrets(db, { withLinks: true })
  expect(await openStatus()).toBe(404)
  expect((await db.select().from(secrets)).find(({ name }) => name === 'payment mark')?.value).toBe(
    shopSecrets['payment mark'],
  )
  figure(
    task,
    `${Object.keys(shopSecrets).length} secrets in use, ${Object.keys(savedSecrets).length} of them in a backup; downloads and data links signed with the others until 2100: 404, 404, 410; after new-secrets none at all`,
  )
})

/** The secrets in a backup, by name. */
async function secretsIn(path: string): Promise<Record<string, string>> {
  const entries: Record<string, string> = {}
  for await (const entry of entriesOf(createReadStream(path)))
    if (tableOfEntry(entry.name) === 'secrets')
      for (const row of await rowsIn(entry)) {
        const { name, value } = JSON.parse(row)
        entries[name] = value
      }
  return entries
}

test('one backup is made at a time', async () => {
  const { post, token, list, plan } = await shopWithPlan()
  await alone(plan.url, 'practice', async () => {
    expect((await list()).running).toBe('practice')
    expect((await post('/api/backups', undefined, token)).json()).toMatchObject({ code: 'backup_busy' })
    expect(await alone(plan.url, 'practice', async () => 'twice')).toBe(null)
  })
  expect((await list()).running).toBe(null)
})

test('a practice says what does not come back', async () => {
  const shop = await shopWithPlan()
  const { db, plan, photos, photo, practiced } = shop
  await db.update(products).set({ qty: 99 })
  await photos.remove([{ id: photo.id }])
  await backUp({ db, photos }, newBackupPath(plan.folder, undefined))
  const faulty = await practiced()
  expect(faulty.isGood).toBe(false)
  expect(faulty.comparisons.filter(({ isSame }) => !isSame).map(({ text }) => text)).toEqual([
    '1 photo that the shop shows did not come back.',
    expect.stringMatching(/^The books are not in order: the stock of a product/),
  ])
  await db.update(products).set({ qty: sql`(select sum(delta) from stock_ledger where product_id = products.id)` })
  const [newest] = await ownBackupsIn(plan.folder)
  await writeFile(newest?.path ?? '', 'damaged')
  await expect(practiced()).rejects.toMatchObject({ code: 'backup_damaged' })
  expect(await leftovers(shop)).toEqual([])
  await db.delete(images)
})

test('an encrypted backup is practiced with a key of the practice, or with the owner’s', async () => {
  const { identity, recipient } = await newKeys()
  const shop = await shopWithPlan({ recipient })
  const { db, plan, photos, practiced } = shop
  const path = newBackupPath(plan.folder, recipient)
  await backUp({ db, photos }, path, recipient)
  const lockedPractice = await practiced()
  expect(lockedPractice.isGood).toBe(true)
  expect(lockedPractice.comparisons[1]?.text).toMatch(/^Your private key is not on this server/)
  const backup = await backupAt(path)
  if (!backup) throw new Error('There is no backup.')
  const openPractice = await practiceRestore({ ...plan, db }, backup, [identity])
  expect(openPractice.comparisons.map(({ text }) => text).join()).not.toContain('private key')
  expect(await leftovers(shop)).toEqual([])
})

test('a backup of the process beside the shop lacks the tables that shop and features leave out, and no other', async () => {
  const { db, post, token, list, plan } = await shopWithPlan()
  await post('/api/backups', undefined, token)
  await waitFor(async () => expect((await list()).backups).toHaveLength(1), PATIENCE)
  const [backup] = await ownBackupsIn(plan.folder)
  const { value: first } = await entriesOf(createReadStream(backup?.path ?? '')).next()
  const { rows } = readHead(first)
  const names = (await tablesByDependency(db)).map(({ name }) => name)
  expect(names.filter((name) => rows[name] === undefined).toSorted()).toEqual([
    ...['admin_links', 'cached_totals', 'changed_addresses', 'mailed_tokens', 'past_changes', 'product_words'],
    ...['push_devices', 'push_low_products', 'push_notices', 'sessions', 'webhook_deliveries'],
  ])
})

test('what a killed practice left behind is deleted before the next one and at the next start', async () => {
  const shop = await shopWithPlan()
  const { url, plan } = shop
  const { rows } = await runSql(url, 'select current_database() as name')
  await runSql(url, `create database ${rows[0].name}_practice`)
  await mkdir(plan.scratch, { recursive: true })
  await writeFile(join(plan.scratch, 'customers.jpg'), 'x')
  expect(await leftovers(shop)).toHaveLength(2)
  await endPractice(plan)
  expect(await leftovers(shop)).toEqual([])
})

test('a killed practice is deleted within a minute, and the page says that it was not through', async () => {
  const shop = await shopWithPlan()
  const { db, plan, photos, log, list, photo } = shop
  // Large enough to be caught in the middle.
  await photos.write({ id: photo.id }, Buffer.alloc(64 * 2 ** 20))
  await backUp({ db, photos }, newBackupPath(plan.folder, undefined))
  const child = fork(new URL('backup-process.ts', import.meta.url), { execArgv: [], serialization: 'advanced' })
  const childExit = once(child, 'exit')
  child.send({ kind: 'practice', plan, notBefore: 0, notBackedUp: [] } satisfies SentTask)
  await waitFor(async () => expect(await leftovers(shop)).toContainEqual({ datname: expect.any(String) }), {
    interval: 10,
  })
  child.kill('SIGKILL')
  await childExit
  expect(await leftovers(shop)).not.toEqual([])
  const job = startBackups({ db, log, plan })
  onTestFinished(() => job.stop())
  await waitFor(async () => expect((await list()).practice).not.toBe(null), PATIENCE)
  expect((await list()).practice).toMatchObject({
    isGood: false,
    comparisons: [{ text: 'The practice was ended before it was through. What it left behind is deleted.' }],
  })
  expect(await leftovers(shop)).toEqual([])
})

test('a backup without its description is as old as its name says, also when it was copied', async () => {
  const { plan } = await shopWithPlan()
  await mkdir(plan.folder)
  await writeFile(join(plan.folder, 'boutique-20261121T030000Z.tar'), 'x')
  expect(await ownBackupsIn(plan.folder)).toMatchObject([{ at: Date.parse('2026-11-21T03:00:00Z') }])
})

test('what a killed backup left behind is deleted by the next one', async () => {
  const shop = await shopWithPlan()
  const { folder } = shop.plan
  const leftOvers = ['boutique-20261121T030000Z.tar.unfinished', 'boutique-20261121T030000Z.tar.json']
  const others = ['mine.tar.unfinished', 'mine.json']
  await mkdir(folder)
  for (const name of [...leftOvers, ...others]) await writeFile(join(folder, name), 'x')
  expect(await makeDueBackup(shop, new Date())).toEqual({ state: 'done' })
  const names = await readdir(folder)
  expect(names.filter((name) => leftOvers.includes(name))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(others))
})

test('the daily backup is made also when what a killed practice left behind cannot be deleted', async () => {
  // A file is where its folder should be.
  const { db, log, plan } = await shopWithPlan({ scratch: join(import.meta.filename, 'practice') })
  const job = startBackups({ db, log, plan })
  onTestFinished(() => job.stop())
  await waitFor(async () => expect(await ownBackupsIn(plan.folder)).toHaveLength(1), PATIENCE)
})

test('the daily backup is made once, copied into the bucket, and old copies are deleted', async () => {
  const bucket = { ...(await testBucket()), prefix: 'boutique/' }
  const shop = await shopWithPlan({ bucket })
  const now = new Date()
  expect(await makeDueBackup(shop, now)).toEqual({ state: 'done' })
  expect(await makeDueBackup(shop, now)).toBe(undefined)
  const [backup, ...more] = await ownBackupsIn(shop.plan.folder)
  expect([backup?.about?.isCopied, more]).toEqual([true, []])
  const request = openBucket(bucket)
  const key = `boutique/${basename(backup?.path ?? '')}`
  expect(await listKeys(request, '')).toEqual([key])
  const copy = Buffer.from(await (await request('GET', `/${key}`)).arrayBuffer())
  expect(copy.equals(await readFile(backup?.path ?? ''))).toBe(true)
  // Two of one day in the past: the later one stays, as does what is not ours.
  for (const name of ['boutique-20240101T030000Z.tar', 'boutique-20240101T040000Z.tar', 'notes.txt'])
    await request('PUT', `/boutique/${name}`, 'x')
  await copyBackup(bucket, backup?.path ?? '', 'UTC')
  expect(await listKeys(request, '')).toEqual(
    [key, 'boutique/boutique-20240101T040000Z.tar', 'boutique/notes.txt'].toSorted(),
  )
  // The next day another is due, with a name of another second.
  await setTimeout(1_000)
  const tomorrow = new Date(now.getTime() + 86_400_000)
  expect(await makeDueBackup(shop, tomorrow)).toEqual({ state: 'done' })
})

test('a backup of many parts arrives whole in the bucket', async () => {
  const bucket = { ...(await testBucket()), prefix: '' }
  const folder = await mkdtemp(join(tmpdir(), 'boutique-backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'boutique-20261123T030000Z.tar')
  const bytes = Buffer.alloc(33 * 2 ** 20 + 7, 'boutique')
  await writeFile(path, bytes)
  await copyBackup(bucket, path, 'UTC')
  const copy = await openBucket(bucket)('GET', `/${basename(path)}`)
  expect(Buffer.from(await copy.arrayBuffer()).equals(bytes)).toBe(true)
})

test('a failed backup is shown, and told to the seller once', async () => {
  // A file is where the folder should be.
  const folder = join(import.meta.filename, 'backups')
  const shop = await shopWithPlan({ folder })
  const { db, log } = shop
  const now = new Date()
  const outcome = await makeDueBackup(shop, now)
  expect(outcome).toMatchObject({ state: 'failed', problem: expect.stringContaining(folder) })
  const problem = outcome?.state === 'failed' ? outcome.problem : ''
  for (const _ of [1, 2]) await tellSeller(shop, problem, now)
  expect(await db.$count(outbox, eq(outbox.kind, 'backup_failed'))).toBe(1)
  await saveSettings(db, { email: 'mara@keramik.test' })
  const messages: Message[] = []
  const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
  await sendDueMails({ db, mailer, shopUrl: 'http://shop.test', log })
  expect(messages.filter(({ subject }) => subject.startsWith('The backup of'))).toMatchObject([
    { to: 'mara@keramik.test', text: expect.stringContaining('http://shop.test/admin/backups') },
  ])
})

test('a copy that fails is tried again, and the page says so until it works', async () => {
  const bucket = { ...(await testBucket()), prefix: '' }
  const shop = await shopWithPlan({ bucket: { ...bucket, secretAccessKey: 'wrong' } })
  const failure = await makeDueBackup(shop, new Date())
  expect(failure).toMatchObject({ state: 'failed', problem: expect.stringMatching(/not copied into the bucket.*403/) })
  expect((await shop.list()).failure?.problem).toMatch(/not copied/)
  shop.plan.bucket = bucket
  expect(await makeDueBackup(shop, new Date())).toEqual({ state: 'done' })
  expect(await shop.list()).toMatchObject({ failure: null, backups: [{ isCopied: true }] })
})

test('the dashboard of a shop that is no demo says when there is no backup, when the last is old, and when none was practiced', async () => {
  const shop = await shopWithPlan()
  const { db, plan, photos, get, token } = shop
  const now = new Date()
  expect((await get('/api/dashboard', token)).json().backups).toBe(null)
  await db.insert(ownShop).values({ startedAt: now })
  const dashboardNote = async () => (await get('/api/dashboard', token)).json<{ backups: string | null }>().backups
  expect([await backupAlarm(undefined, now), await dashboardNote()]).toEqual(['none', 'none'])
  await backUp({ db, photos }, newBackupPath(plan.folder, undefined))
  expect(await dashboardNote()).toBe('unpracticed')
  expect(await backupAlarm(plan, new Date(now.getTime() + 49 * 3_600_000))).toBe('old')
  await writeFile(join(plan.folder, 'state.json'), JSON.stringify({ practice: await shop.practiced() }))
  expect(await dashboardNote()).toBe(null)
  const { practice } = await backupState(plan.folder)
  await writeFile(join(plan.folder, 'state.json'), JSON.stringify({ practice: { ...practice, isGood: false } }))
  expect(await dashboardNote()).toBe('useless')
  await writeFile(join(plan.folder, 'state.json'), 'cut o')
  expect(await dashboardNote()).toBe('unpracticed')
})
