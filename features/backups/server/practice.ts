// A practice restore: a backup is restored into a database and a folder of its own beside the shop's, compared, and
// deleted again.
import { mkdir, rm, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { operatorError, printable } from '#server/errors.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'
import { openPhotoStore } from '#server/platform/media/open-store.ts'
import { checkLedger, checkRest } from '#server/shop/audit/ledger.ts'
import { images } from '#server/shop/schema/catalog.ts'
import type { Practice } from '../contract.ts'
import { backUp } from './back-up.ts'
import type { BackupFile } from './backup-folder.ts'
import { isUnchanged } from './backup-folder.ts'
import type { BackupPlan } from './backup-plan.ts'
import { backupState, saveBackupState } from './backup-state.ts'
import { databaseNameOf, onServer, runFormatted, urlOfDatabase } from './database-server.ts'
import { newKeys } from './encryption.ts'
import { type Head, sumsOf } from './head.ts'
import { restore, type SealedBackup } from './restore.ts'
import { PRACTICE } from './texts.ts'

/** Free space that a practice restore needs, as a multiple of the size of the backup. */
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
    const comparisons = await comparisonsWith(place, backup, identities)
    const isGood = comparisons.every(({ isSame }) => isSame)
    return { at: new Date().toISOString(), backup: basename(backup.path), isGood, comparisons }
  } finally {
    await endPractice(place)
  }
}

/**
 * Does a practice of this backup and saves what came of it beside the backups in the folder, also when it fails. One that is
 * killed leaves its mark there, until `endKilledPractice`. Throws what the practice throws.
 */
export async function recordPractice(folder: string, path: string, work: () => Promise<Practice>): Promise<Practice> {
  const practiceStart = { at: new Date().toISOString(), backup: basename(path) }
  await saveBackupState(folder, { practicing: practiceStart })
  try {
    const practice = await work()
    await saveBackupState(folder, { practice, practicing: null })
    return practice
  } catch (error) {
    const printableError = printable(error)
    await saveBackupState(folder, {
      practice: failedPractice(
        practiceStart,
        printableError instanceof Error ? printableError.message : String(printableError),
      ),
      practicing: null,
    })
    throw error
  }
}

const failedPractice = (practiceStart: Pick<Practice, 'at' | 'backup'>, text: string): Practice => ({
  ...practiceStart,
  isGood: false,
  comparisons: [{ isSame: false, text }],
})

/** Deletes what a killed practice left behind, and says so in its place; nobody else may practice meanwhile. */
export async function endKilledPractice(place: Pick<BackupPlan, 'url' | 'scratch' | 'folder'>) {
  await endPractice(place)
  const { practicing } = await backupState(place.folder)
  if (!practicing) return
  await saveBackupState(place.folder, { practice: failedPractice(practicing, PRACTICE.ended), practicing: null })
}

/** Deletes the database and the folder of a practice, which one that was killed leaves behind. */
export async function endPractice({ url, scratch }: Pick<Place, 'url' | 'scratch'>) {
  await rm(scratch, { recursive: true, force: true })
  const name = await scratchName(url)
  await onServer(url, (client) => runFormatted(client, 'drop database if exists %I with (force)', name))
}

async function requireRoom(scratch: string, { bytes }: BackupFile) {
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(scratch)
  if (bavail * bsize < ROOM * bytes) throw operatorError('folder_not_usable', PRACTICE.noRoom)
}

type Comparisons = Practice['comparisons']

async function comparisonsWith(place: Place, backup: BackupFile, identities: string[]): Promise<Comparisons> {
  const isLocked = backup.isEncrypted && identities.length === 0
  const asWritten = await isUnchanged(backup)
  const file = asWritten === undefined ? [] : [comparison(asWritten, PRACTICE.file)]
  const sealedBackup = isLocked ? await freshBackup(place) : { path: backup.path, identities }
  const url = await createScratch(place.url)
  const db = openDatabase(url, 1)
  try {
    const photos = folderStore({ folder: join(place.scratch, 'photos') })
    const { head, ...amount } = await restore({ db, url, photos }, sealedBackup)
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
async function freshBackup({ db, photos, scratch }: Place): Promise<SealedBackup> {
  const { identity, recipient } = await newKeys()
  const path = join(scratch, 'practice.tar.age')
  await backUp({ db, photos: openPhotoStore(photos) }, path, recipient)
  return { path, identities: [identity] }
}

async function moneyOf(db: Database, { sums }: Head): Promise<Comparisons> {
  const restoredSums = await sumsOf(db)
  const isSame = JSON.stringify(restoredSums) === JSON.stringify(sums)
  return [{ isSame, text: isSame ? PRACTICE.money(sums) : PRACTICE.otherMoney(sums, restoredSums) }]
}

/** Whether each photo that the shop shows came back. */
async function photosOf(db: Database, restoredIds: Set<string>) {
  const photoRows = await db.select({ id: images.id }).from(images)
  const missing = photoRows.filter(({ id }) => !restoredIds.has(id)).length
  return { isSame: missing === 0, text: missing ? PRACTICE.missingPhotos(missing) : PRACTICE.photos(photoRows.length) }
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
  const name = await scratchName(url)
  await onServer(url, (client) => runFormatted(client, 'create database %I', name)).catch(
    (cause: Error & { code?: string }) => {
      // insufficient_privilege
      throw cause.code === '42501' ? operatorError('database_not_ours', PRACTICE.noDatabase, cause) : cause
    },
  )
  return urlOfDatabase(url, name)
}

/** The longest name of a database is 63 bytes. */
const LONGEST = 50

const scratchName = async (url: string) => `${(await databaseNameOf(url)).slice(0, LONGEST)}_practice`
