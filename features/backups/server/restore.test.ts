import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'

import { runCommand } from '#app/server/cli/commands.ts'
import { secrets } from '#server/platform/db/schema.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'
import { openPhotoStore } from '#server/platform/media/open-store.ts'
import { products, productWords } from '#server/shop/schema/catalog.ts'
import { users } from '#server/shop/schema/users.ts'
import { freshDatabase, testDatabase } from '#server/testing/app.ts'
import { testBucket } from '#server/testing/bucket.ts'
import { admin, product, user } from '#server/testing/factories.ts'
import { migrationsWith } from '#server/testing/migrations.ts'
import { archiveWriter, type Entry, entriesOf } from './archive.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-restore-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A shop with a photo, and the entries of its backup. */
async function shopWithBackup() {
  const { db } = await testDatabase()
  await admin(db)
  await product(db, { name: 'Walnut pen' })
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'walnut.jpg'), 'a photo')
  const path = join(folder, 'shop.tar')
  await backUp({ db, photos: folderStore({ folder }) }, path)
  const bytes = await readFile(path)
  const entries: Entry[] = []
  for await (const entry of entriesOf(chunksOf(bytes))) entries.push(entry)
  return { path, bytes, entries }
}

async function* chunksOf(bytes: Buffer) {
  yield bytes
}

/** An archive with the right checksums, as anybody can make it. */
async function forgedBackup(entries: Entry[]) {
  const chunks: Buffer[] = []
  const archive = archiveWriter(async (bytes) => chunks.push(bytes))
  for (const entry of entries) await archive.add(entry)
  await archive.finish()
  return fileOf(...chunks)
}

async function fileOf(...chunks: Uint8Array[]) {
  const path = join(await temporaryFolder(), 'given.tar')
  await writeFile(path, Buffer.concat(chunks))
  return path
}

/** A place without a shop. `untouched` fails when anything was written to it. */
async function emptyPlace() {
  const { db, url } = await testDatabase()
  const photos = folderStore({ folder: await temporaryFolder() })
  return {
    db,
    url,
    photos,
    async untouched(what: string) {
      expect([await readdir(photos.folder), await db.$count(users), await db.$count(products)], what).toEqual([
        [],
        0,
        0,
      ])
    },
  }
}

test('a damaged backup restores nothing, wherever it is damaged', async () => {
  const { path, bytes } = await shopWithBackup()
  const place = await emptyPlace()
  for (let at = 7; at < bytes.length; at += 769) {
    const changedBytes = Buffer.from(bytes)
    changedBytes[at] = (changedBytes[at] ?? 0) ^ 4
    await writeFile(path, changedBytes)
    await expect(restore(place, { path }), `byte ${at}`).rejects.toMatchObject({ code: 'backup_damaged' })
  }
  for (const length of [0, 1, 512, bytes.length / 2, bytes.length - 1]) {
    await writeFile(path, bytes.subarray(0, length))
    await expect(restore(place, { path }), `cut to ${length}`).rejects.toMatchObject({ code: 'backup_damaged' })
  }
  await place.untouched('damaged')
  await writeFile(path, bytes)
  await restore(place, { path })
  expect(await place.db.$count(products)).toBe(1)
})

type Backup = { bytes: Buffer; middle: number; entries: Entry[] }

test.for<[string, (backup: Backup) => Promise<string>, string]>([
  ['cut', ({ bytes, middle }) => fileOf(bytes.subarray(0, middle)), 'backup_damaged'],
  ['changed in one bit', ({ bytes, middle }) => fileOf(bytes.with(middle, (bytes[middle] ?? 0) ^ 1)), 'backup_damaged'],
  [
    'longer in its middle',
    ({ bytes, middle }) => fileOf(bytes.subarray(0, middle), Buffer.alloc(512), bytes.subarray(middle)),
    'backup_damaged',
  ],
  [
    'of a later version',
    ({ entries }) => forgedBackup(entries.map((entry) => editedHead(entry, { migrations: ['29990101000000_later'] }))),
    'backup_version_differs',
  ],
])('the command refuses a backup that is %s before it starts a database', async ([, change, code]) => {
  const { bytes, entries } = await shopWithBackup()
  const path = await change({ bytes, middle: Math.floor(bytes.length / 2), entries })
  const DATA_DIR = await temporaryFolder()
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => errorLog.mockRestore())
  expect(await runCommand(['restore', path], { DATA_DIR, ENV_FILE: 'none' })).toBe(1)
  expect(errorLog).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(code))
  expect(await readdir(DATA_DIR)).toEqual([])
})

const isRows = ({ name }: Entry) => name.endsWith('.users.ndjson.gz')

test.for<[string, (entries: Entry[]) => Entry[], string]>([
  ['no entries', () => [], 'backup_damaged'],
  ['no head', ([, ...rest]) => rest, 'backup_not_found'],
  ['two heads', ([head, ...rest]) => (head ? [head, head, ...rest] : []), 'backup_damaged'],
  ['fewer rows', (entries) => entries.filter((entry) => !isRows(entry)), 'backup_damaged'],
  ['the same rows twice', (entries) => [...entries, ...entries.filter(isRows)], 'backup_damaged'],
  ['an unknown file', (entries) => [...entries, { name: 'etc/passwd', bytes: Buffer.from('x') }], 'backup_damaged'],
  ['a variant', (entries) => [...entries, { name: 'photos/a-480.webp', bytes: Buffer.from('x') }], 'backup_damaged'],
  ['rows that unpack to more than they may', (entries) => entries.map(bomb), 'backup_damaged'],
  [
    'rows that are not packed',
    (entries) => entries.map((entry) => changeEntry(entry, () => Buffer.from('{}\n'))),
    'backup_damaged',
  ],
  ['rows of an unknown table', (entries) => entries.map(ofUnknownTable), 'backup_damaged'],
  ['rows that are no JSON', (entries) => entries.map((entry) => repackEntry(entry, () => 'x')), ''],
  ['rows that hurt a rule', (entries) => entries.map((entry) => repackEntry(entry, () => '{"name":null}')), ''],
  [
    'a row that is SQL',
    (entries) => entries.map((entry) => repackEntry(entry, () => `{}]'); drop table users; --`)),
    '',
  ],
  ['a later format', (entries) => entries.map((entry) => editedHead(entry, { format: 2 })), 'backup_version_differs'],
  [
    'tables of a later version',
    (entries) => entries.map((entry) => editedHead(entry, { migrations: ['29990101000000_later'] })),
    'backup_version_differs',
  ],
  [
    'tables of nobody',
    (entries) => entries.map((entry) => editedHead(entry, { migrations: ['../../../etc'] })),
    'backup_version_differs',
  ],
])('a forged backup with %s restores nothing', async ([what, change, code]) => {
  const { entries } = await shopWithBackup()
  const place = await emptyPlace()
  const restoring = restore(place, { path: await forgedBackup(change(entries)) })
  await expect(restoring, what).rejects.toMatchObject(code ? { code } : {})
  await place.untouched(what)
})

const changeEntry = (entry: Entry, change: (bytes: Buffer) => Buffer): Entry =>
  isRows(entry) ? { ...entry, bytes: change(entry.bytes) } : entry
const bomb = (entry: Entry) => changeEntry(entry, () => gzipSync(Buffer.alloc(65 * 2 ** 20, '\n')))
const ofUnknownTable = (entry: Entry) => ({ ...entry, name: entry.name.replace('.users.', '.sessions.') })
/** As many rows as there were, each made by `row`. */
const repackEntry = (entry: Entry, row: () => string) =>
  changeEntry(entry, (bytes) =>
    gzipSync(
      gunzipSync(bytes)
        .toString()
        .trimEnd()
        .split('\n')
        .map((_) => `${row()}\n`)
        .join(''),
    ),
  )
const editedHead = (entry: Entry, fields: object): Entry =>
  entry.name === 'backup.json'
    ? { ...entry, bytes: Buffer.from(JSON.stringify({ ...JSON.parse(entry.bytes.toString()), ...fields })) }
    : entry

test('a backup of before, with all secrets, brings back those alone without which buyers lose their orders', {
  tags: ['A14'],
}, async () => {
  const { entries } = await shopWithBackup()
  const place = await emptyPlace()
  const names = ['order links', 'request links', 'payment mark', 'export download', 'backup download', 'device mark']
  const rows = names.map((name) => `${JSON.stringify({ name, value: `${name} of before` })}\n`).join('')
  const old = entries.filter(({ name }) => !name.endsWith('.secrets.ndjson.gz'))
  const path = await forgedBackup([
    ...old.map((entry) => withCount(entry, 'secrets', names.length)),
    { name: 'database/999999.secrets.ndjson.gz', bytes: gzipSync(rows) },
  ])
  await restore(place, { path })
  const restoredSecrets = await place.db.select({ name: secrets.name }).from(secrets)
  expect(restoredSecrets.map(({ name }) => name)).toEqual(names.slice(0, 3))
})

/** The head with another number of rows of that table. */
function withCount(entry: Entry, table: string, count: number): Entry {
  if (entry.name !== 'backup.json') return entry
  const head = JSON.parse(entry.bytes.toString())
  return editedHead(entry, { rows: { ...head.rows, [table]: count } })
}

test('a backup of older tables is brought up to date, and the search finds its products', async () => {
  const { path } = await shopWithBackup()
  const { db, url, drop } = await freshDatabase({ isEmpty: true })
  onTestFinished(drop)
  const migrations = await migrationsWith({ '29990101000000_glaze': 'alter table products add column glaze text' })
  await restore({ db, url, migrations, photos: folderStore({ folder: await temporaryFolder() }) }, { path })
  const { rows } = await db.execute<{ name: string; glaze: string | null }>(sql`select name, glaze from products`)
  expect(rows).toEqual([{ name: 'Walnut pen', glaze: null }])
  const words = await db.select({ word: productWords.word }).from(productWords).where(eq(productWords.kind, 'spelled'))
  expect(words.map(({ word }) => word).sort()).toEqual(['pen', 'walnut', 'walnut pen'])
  // Its triggers work again.
  await db.update(products).set({ name: 'Oak pen' })
  expect(await db.$count(productWords, eq(productWords.word, 'oak'))).toBe(2)
})

test('a restore that fails at its end takes its photos away again, also from a bucket', async () => {
  const { entries } = await shopWithBackup()
  const { db, url } = await testDatabase()
  const photos = openPhotoStore(await testBucket())
  // The rows that are refused come after the photo.
  const inOrder = [...entries.filter((entry) => !isRows(entry)), ...entries.filter(isRows)]
  const path = await forgedBackup(inOrder.map((entry) => repackEntry(entry, () => '{"name":null}')))
  await expect(restore({ db, url, photos }, { path })).rejects.toThrow()
  expect(await photos.list()).toEqual([])
})

test('what a failed backup has written is taken away', async () => {
  const { db } = await testDatabase()
  await admin(db)
  await user(db)
  const folder = await temporaryFolder()
  const photos = {
    ...folderStore({ folder: join(folder, 'photos') }),
    list: async () => [{ id: 'gone' }],
    has: async () => true,
  }
  await expect(backUp({ db, photos }, join(folder, 'shop.tar'))).rejects.toThrow('ENOENT')
  expect(await readdir(folder)).toEqual([])
  // A photo that was deleted while the backup was made is no fault.
  await backUp({ db, photos: { ...photos, has: async () => false } }, join(folder, 'shop.tar'))
  expect(await readdir(folder)).toEqual(['shop.tar', 'shop.tar.json'])
})
