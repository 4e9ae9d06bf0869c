// A practice restore: a backup is restored into a database and a folder of its own beside the shop's, compared, and
// deleted again.
import { mkdir, rm, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pg from 'pg'
import type { Practice } from '#contract/admin/backups.ts'
import { type Database, openDatabase } from '../db/client.ts'
import { images } from '../db/schema.ts'
import { operatorError } from '../errors.ts'
import { folderStore } from '../media/folder-store.ts'
import { openPhotoStore } from '../media/open-store.ts'
import { checkLedger, checkRest } from '../payments/audit/ledger.ts'
import { PRACTICE } from '../texts/backups.ts'
import { backUp } from './back-up.ts'
import type { BackupFile } from './backup-folder.ts'
import { isUnchanged } from './backup-folder.ts'
import type { BackupPlan } from './backup-plan.ts'
import { newKeys } from './encryption.ts'
import { type Head, sumsOf } from './head.ts'
import { restore, type Sealed } from './restore.ts'

/** So many times the bytes of a backup have to be free for a practice. */
const ROOM = 4

type Place = Pick<BackupPlan, 'url' | 'photos' | 'scratch'> & { db: Database }

/**
 * Restores the backup beside the shop, says in words what it brings back, and deletes it again. An encrypted backup is
 * only read when its keys are given: without them a new one is made and restored with keys of its own.
 */
export async function practiceRestore(place: Place, backup: BackupFile, identities: string[] = []): Promise<Practice> {
  await endPractice(place)
  await requireRoom(place.scratch, backup)
  try {
    const comparisons = await compared(place, backup, identities)
    const isGood = comparisons.every(({ isSame }) => isSame)
    return { at: new Date().toISOString(), backup: basename(backup.path), isGood, comparisons }
  } finally {
    await endPractice(place)
  }
}

/** Deletes the database and the folder of a practice, which one that was killed leaves behind. */
export async function endPractice({ url, scratch }: Pick<Place, 'url' | 'scratch'>) {
  await rm(scratch, { recursive: true, force: true })
  await runOn(url, async (client) => {
    await runFormatted(client, 'drop database if exists %I with (force)', await scratchName(client))
  })
}

async function requireRoom(scratch: string, { bytes }: BackupFile) {
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(scratch)
  if (bavail * bsize < ROOM * bytes) throw operatorError('folder_not_usable', PRACTICE.noRoom)
}

type Comparisons = Practice['comparisons']

async function compared(place: Place, backup: BackupFile, identities: string[]): Promise<Comparisons> {
  const isLocked = backup.isEncrypted && identities.length === 0
  const asWritten = await isUnchanged(backup)
  const file = asWritten === undefined ? [] : [comparison(asWritten, PRACTICE.file)]
  const sealed = isLocked ? await freshBackup(place) : { path: backup.path, identities }
  const url = await createScratch(place.url)
  const db = openDatabase(url, 1)
  try {
    const photos = folderStore({ folder: join(place.scratch, 'photos') })
    const { head, ...amount } = await restore({ db, url, photos }, sealed)
    return [
      ...file,
      ...(isLocked ? [{ isSame: true, text: PRACTICE.locked }] : []),
      { isSame: true, text: PRACTICE.rows(amount.rows, head.holds.orders) },
      ...(await moneyOf(db, head)),
      await photosOf(db, new Set((await photos.list()).map(({ id }) => id))),
      await ledgerOf(db),
    ]
  } finally {
    await db.$client.end()
  }
}

const comparison = (isSame: boolean, { same, differs }: { same: string; differs: string }) => ({
  isSame,
  text: isSame ? same : differs,
})

/** A backup of now, for keys that are forgotten with it. */
async function freshBackup({ db, photos, scratch }: Place): Promise<Sealed> {
  const { identity, recipient } = await newKeys()
  const path = join(scratch, 'practice.tar.age')
  await backUp({ db, photos: openPhotoStore(photos) }, path, recipient)
  return { path, identities: [identity] }
}

async function moneyOf(db: Database, { sums }: Head): Promise<Comparisons> {
  const restored = await sumsOf(db)
  const isSame = JSON.stringify(restored) === JSON.stringify(sums)
  return [{ isSame, text: isSame ? PRACTICE.money(sums) : PRACTICE.otherMoney(sums, restored) }]
}

/** Whether each photo that the shop shows came back. */
async function photosOf(db: Database, restored: Set<string>) {
  const wanted = await db.select({ id: images.id }).from(images)
  const missing = wanted.filter(({ id }) => !restored.has(id)).length
  return { isSame: missing === 0, text: missing ? PRACTICE.missingPhotos(missing) : PRACTICE.photos(wanted.length) }
}

async function ledgerOf(db: Database) {
  const findings = [...(await checkLedger(db)), ...(await checkRest(db))]
  const violated = findings.filter(({ broken }) => broken.length > 0)
  return violated.length > 0
    ? { isSame: false, text: PRACTICE.violated(violated.map(({ rule }) => rule)) }
    : { isSame: true, text: PRACTICE.sound(findings.length) }
}

/** Makes the empty database of a practice, and returns its URL. */
async function createScratch(url: string) {
  const name = await runOn(url, async (client) => {
    const name = await scratchName(client)
    await runFormatted(client, 'create database %I', name).catch((cause: Error & { code?: string }) => {
      // insufficient_privilege
      throw cause.code === '42501' ? operatorError('database_not_ours', PRACTICE.noDatabase, cause) : cause
    })
    return name
  })
  return url.replace(/^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${encodeURIComponent(name)}`)
}

/** The longest name of a database is 63 bytes. */
const LONGEST = 50

async function scratchName(client: pg.Client) {
  const { rows } = await client.query('select current_database() as name')
  return `${String(rows[0].name).slice(0, LONGEST)}_practice`
}

/** Runs a statement that takes no parameters, with the name quoted by PostgreSQL. */
async function runFormatted(client: pg.Client, statement: string, name: string) {
  const { rows } = await client.query('select format($1, $2::text) as formatted', [statement, name])
  await client.query(String(rows[0].formatted))
}

async function runOn<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
