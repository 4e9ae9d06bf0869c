import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { directDatabase, type Env, photoStoreLocation } from '#server/env.ts'
import { operatorError } from '#server/errors.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { requireDirectConnection } from '#server/platform/db/connection-checks.ts'
import { openPhotoStore } from '#server/platform/media/open-store.ts'
import type { Command } from '#server/shop/command.ts'
import { recordTakenPayments } from '#server/shop/payments/simulator/backfill.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { backUp } from './back-up.ts'
import { backupAt, backupsIn, deleteOldBackups, deleteUnfinished, newBackupPath } from './backup-folder.ts'
import { alone, type BackupWork } from './backup-lock.ts'
import { identitiesIn, newKeys } from './encryption.ts'
import { practiceRestore, recordPractice } from './practice.ts'
import { checkBackup, restore } from './restore.ts'
import { restoreSnapshot, takeSnapshot } from './snapshot.ts'
import { BACKUP_KEYS, BACKUPS, PRACTICE, SNAPSHOT } from './texts.ts'

/** To back up a shop, to restore it, and to try whether that works. */
export const backupCommands: Record<string, Command> = {
  backup: {
    place: 100,
    needs: 'shop',
    parameters: ['[file or folder]'],
    does: 'saves all data and photos in one new file, even while the shop runs; without a name, in BACKUP_DIR',
    run: async ({ db, env, url }, named) => {
      const path = await backupPath(env, named)
      const photos = openPhotoStore(photoStoreLocation(env))
      const saved = await aloneOrBusy(url, 'backup', async () => {
        if (!named) await deleteUnfinished(dirname(path))
        return backUp({ db, photos }, path, env.BACKUP_RECIPIENT)
      })
      if (!named) await deleteOldBackups(dirname(path), (await shopSettings(db)).timeZone)
      return { text: `${saved.rows} rows and ${saved.photos} photos were saved in ${path}`, isGood: true }
    },
  },
  restore: {
    place: 110,
    needs: 'database',
    parameters: ['<file>', '[file with the private key]'],
    does: 'restores a backup into an empty shop, before its first start',
    check: async (path = '', keyFile = '') => void (await checkBackup(await sealed(path, keyFile))),
    run: async ({ db, env, url }, path = '', keyFile = '') => {
      const photos = openPhotoStore(photoStoreLocation(env))
      const restored = await restore({ db, url, photos }, await sealed(path, keyFile))
      if (!env.SQUARE_ACCESS_TOKEN) await fillSimulator(url)
      return {
        text: `${restored.rows} rows and ${restored.photos} photos were restored. Now start the shop.`,
        isGood: true,
      }
    },
  },
  practice: {
    place: 120,
    needs: 'shop',
    parameters: ['[file]', '[file with the private key]'],
    does: 'restores a backup beside the shop, compares it and deletes it again; without a file the newest in BACKUP_DIR',
    run: async ({ db, env, url }, path, keyFile = '') => {
      const backup = path ? await backupAt(path) : (await backupsIn(env.BACKUP_DIR ?? ''))[0]
      if (!backup) throw operatorError('backup_not_found', path ? BACKUPS.unknown : BACKUPS.none)
      const place = { db, url, photos: photoStoreLocation(env), scratch: join(env.DATA_DIR, 'practice') }
      const { identities } = await sealed(backup.path, keyFile)
      const restored = () => practiceRestore(place, backup, identities)
      const { BACKUP_DIR: folder } = env
      const work = path || !folder ? restored : () => recordPractice(folder, backup.path, restored)
      const practice = await aloneOrBusy(url, 'practice', work)
      const { isGood, comparisons } = practice
      const lines = comparisons.map(({ text }) => text)
      return { text: PRACTICE.inWords(isGood, practice.backup, lines), isGood }
    },
  },
  snapshot: {
    place: 130,
    needs: 'configuration',
    parameters: [],
    does: 'copies the stopped shop’s database of DATABASE_URL beside it, as `boutique upgrade` does it',
    run: async (env) => {
      await takeSnapshot(await ownDatabase(env))
      return { text: SNAPSHOT.taken, isGood: true }
    },
  },
  'restore-snapshot': {
    place: 140,
    needs: 'configuration',
    parameters: [],
    does: 'puts that copy in the place of the database, as `boutique rollback --tables` does it',
    run: async (env) => {
      await restoreSnapshot(await ownDatabase(env))
      return { text: SNAPSHOT.restored, isGood: true }
    },
  },
  'backup-key': {
    place: 150,
    needs: 'nothing',
    parameters: [],
    does: 'makes a pair of keys for encrypted backups',
    run: async () => {
      const { identity, recipient } = await newKeys()
      return { text: BACKUP_KEYS.made(identity, recipient), isGood: true }
    },
  },
}

/** What the work returns. Throws a sentence when another process does such work on this database. */
async function aloneOrBusy<T>(url: string, kind: BackupWork, work: () => Promise<T>) {
  const done = await alone(url, kind, work)
  if (done === null) throw operatorError('backup_busy', BACKUPS.busy)
  return done
}

/** Where a backup goes: into the named file, or with the shop's own name into the named folder or BACKUP_DIR. */
async function backupPath({ BACKUP_DIR, BACKUP_RECIPIENT }: Env, named: string | undefined) {
  const folder = named === undefined ? BACKUP_DIR : (await isFolder(named)) && named
  if (folder) return newBackupPath(folder, BACKUP_RECIPIENT)
  if (named) return named
  throw operatorError('configuration_invalid', 'Name the file of the backup, or set BACKUP_DIR to where all are.')
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

const sealed = async (path: string, keyFile: string) => ({
  path,
  identities: keyFile ? await identitiesIn(keyFile) : [],
})

/** The simulator's database is not in the backup, so restore fills it with the payments taken before. */
async function fillSimulator(url: string) {
  const db = openDatabase(url, 1)
  await recordTakenPayments(db).finally(() => db.$client.end())
}

/** The URL of a database of one's own. Throws a sentence without one, and when it cannot be reached. */
async function ownDatabase(env: Env) {
  const own = directDatabase(env)
  if (!own) throw operatorError('configuration_invalid', SNAPSHOT.notOwn)
  await requireDirectConnection(own.url, own.setting)
  return own.url
}
