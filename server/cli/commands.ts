import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SetupCheck } from '#contract/admin/setup.ts'
import { ORDER_PAGE } from '#contract/documents.ts'
import { createAdminLink } from '../accounts/admin-links.ts'
import { robotCheckSetup } from '../accounts/robot-check-setup.ts'
import { resetPassword } from '../accounts/users.ts'
import { backUp } from '../backup/back-up.ts'
import { backupAt, backupsIn, deleteOldBackups, deleteUnfinished, newBackupPath } from '../backup/backup-folder.ts'
import { alone, type BackupWork } from '../backup/backup-lock.ts'
import { identitiesIn, newKeys } from '../backup/encryption.ts'
import { practiceRestore, recordPractice } from '../backup/practice.ts'
import { checkBackup, restore } from '../backup/restore.ts'
import { restoreSnapshot, takeSnapshot } from '../backup/snapshot.ts'
import { patientDatabase } from '../db/client.ts'
import { requireDirectConnection } from '../db/connection-checks.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { renewSecrets } from '../db/secrets.ts'
import { diskUse, fillLargeShop, LARGE, shopSize } from '../demo/large-shop.ts'
import { directDatabase, type Env, readEnv, requireIntendedPayments, robotCheck } from '../env.ts'
import { operatorError, printable } from '../errors.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { makePrivateFolder } from '../lib/files.ts'
import { openPhotoStore, photoStoreLocation } from '../media/open-store.ts'
import { verifyLedger } from '../payments/audit/report.ts'
import { closeFromCommandLine, discrepanciesInWords } from '../payments/discrepancy-cli.ts'
import { moneyCheckInWords } from '../payments/money-check-cli.ts'
import { openGateway, setupOf as paymentSetup } from '../payments/open-gateway.ts'
import { recordTakenPayments } from '../payments/simulator/backfill.ts'
import { openSimulatorPool } from '../payments/simulator/database.ts'
import { savedConfiguration } from '../process/saved-configuration.ts'
import { loadSettings, settingsFile } from '../process/settings-file.ts'
import { shopSettings } from '../settings/settings.ts'
import { setupFacts } from '../setup/facts.ts'
import { healthChecks } from '../setup/health.ts'
import { BACKUP_KEYS, BACKUPS, NEW_SECRETS, PRACTICE, SNAPSHOT } from '../texts/backups.ts'
import { DOCTOR } from '../texts/setup.ts'
import { builtScripts, compareOrderPage } from './check-order-page.ts'
import { EXPORTED, exportFile } from './export-file.ts'
import { importFile, importPhotos } from './import-file.ts'
import { hasSimulatedPayments, type ShopDatabase, withEmptyShop, withShop } from './target-shop.ts'

/** The output of a command; its exit code is 1 unless `isGood`. */
type Outcome = { text: string; isGood: boolean }

/** A parameter in square brackets can be left out. */
type About = { parameters: string[]; does: string }

/** A command for an existing shop, for a database that may be empty (after `check`), or without a database. */
type Command = About &
  (
    | { needs: 'shop'; run(place: ShopDatabase, ...values: string[]): Promise<Outcome> }
    | {
        needs: 'database'
        check?(...values: string[]): Promise<void>
        run: (place: ShopDatabase, ...v: string[]) => Promise<Outcome>
      }
    | { needs: 'nothing'; run(given: NodeJS.ProcessEnv, ...values: string[]): Promise<Outcome> }
  )

const COMMANDS: Record<string, Command> = {
  'reset-password': {
    needs: 'shop',
    parameters: ['<email>'],
    does: 'gives an account a new password and signs it out everywhere',
    run: async ({ db }, email = '') => ({
      text: `The new password of ${email} is ${await resetPassword(db, email)}`,
      isGood: true,
    }),
  },
  'admin-link': {
    needs: 'shop',
    parameters: [],
    does: 'prints a one-time link, valid for a day, with which somebody becomes an admin',
    run: async ({ db, env }) => ({
      text: new URL(await createAdminLink(db, { isForMore: true }), env.SHOP_URL).href,
      isGood: true,
    }),
  },
  'verify-ledger': {
    needs: 'shop',
    parameters: [],
    does: 'checks that stock, orders and payments match each other and the card service',
    run: async ({ db, env, url }) => {
      const isAsked = env.SQUARE_ACCESS_TOKEN || (await hasSimulatedPayments(db))
      const gateway = isAsked ? await openGateway(env, url) : undefined
      const patient = patientDatabase(db)
      try {
        const { text, isSound } = await verifyLedger(patient, gateway)
        return { text, isGood: isSound }
      } finally {
        await patient.$client.end()
        await gateway?.close()
      }
    },
  },
  doctor: {
    needs: 'shop',
    parameters: [],
    does: 'says how the shop is: cards, email, address, backups, disk, database, books, and pieces',
    run: async ({ db, env, url }) => {
      // The free room of its disk is a check.
      await makePrivateFolder(env.DATA_DIR)
      const gateway = await openGateway(env, url)
      try {
        const setup = setupFacts(env, settingsFile(process.env))
        return inWords(await healthChecks({ db, gateway, shopUrl: env.SHOP_URL, setup }))
      } finally {
        await gateway.close()
      }
    },
  },
  'money-check': {
    needs: 'shop',
    parameters: ['[month]'],
    does: 'compares the card payments of a month, such as 2026-11, with the payouts of the card service',
    run: async ({ db, env, url }, month) => {
      const gateway = await openGateway(env, url)
      try {
        return await moneyCheckInWords({ db, gateway }, month)
      } finally {
        await gateway.close()
      }
    },
  },
  discrepancies: {
    needs: 'shop',
    parameters: [],
    does: 'lists the differences with the card service that wait for a person',
    run: async ({ db }) => ({ text: await discrepanciesInWords(db), isGood: true }),
  },
  'close-discrepancy': {
    needs: 'shop',
    parameters: ['<number>', '<note>'],
    does: 'closes a discrepancy, with a note of what you found or did',
    run: async ({ db }, number = '', note = '') => ({
      text: await closeFromCommandLine(db, number, note),
      isGood: true,
    }),
  },
  'check-order-page': {
    needs: 'nothing',
    parameters: ['<address of the shop>'],
    does: 'compares the page on which cards are entered with what is installed here',
    run: async (given, address = '') => {
      const changes = await compareOrderPage(address, await approvedPage(await savedConfiguration(given)))
      return {
        text: changes.join('\n') || 'The order page matches the installed version.',
        isGood: !changes.length,
      }
    },
  },
  'check-settings': {
    needs: 'nothing',
    parameters: [],
    does: 'says whether the shop would start with its settings, which a running shop reads at its next start',
    // Not the saved configuration, which may have what was removed since.
    run: async (given) => {
      requireIntendedPayments(readEnv(given))
      return { text: 'The settings are valid.', isGood: true }
    },
  },
  backup: {
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
    needs: 'nothing',
    parameters: [],
    does: 'copies the stopped shop’s database of DATABASE_URL beside it, as `boutique upgrade` does it',
    run: async (given) => {
      await takeSnapshot(await ownDatabase(given))
      return { text: SNAPSHOT.taken, isGood: true }
    },
  },
  'restore-snapshot': {
    needs: 'nothing',
    parameters: [],
    does: 'puts that copy in the place of the database, as `boutique rollback --tables` does it',
    run: async (given) => {
      await restoreSnapshot(await ownDatabase(given))
      return { text: SNAPSHOT.restored, isGood: true }
    },
  },
  'backup-key': {
    needs: 'nothing',
    parameters: [],
    does: 'makes a pair of keys for encrypted backups',
    run: async () => {
      const { identity, recipient } = await newKeys()
      return { text: BACKUP_KEYS.made(identity, recipient), isGood: true }
    },
  },
  'new-secrets': {
    needs: 'shop',
    parameters: ['[--with-links]'],
    does: 'renews the secrets that sign, after somebody has read a backup or the database; with --with-links also those of the links in buyers’ messages',
    run: async ({ db }, option) => {
      if (option !== undefined && option !== WITH_LINKS) throw operatorError('configuration_invalid', USAGE)
      const withLinks = option === WITH_LINKS
      await renewSecrets(db, { withLinks })
      return { text: withLinks ? NEW_SECRETS.withLinks : NEW_SECRETS.done, isGood: true }
    },
  },
  import: {
    needs: 'shop',
    parameters: ['<file, folder or archive>', '[--dry-run]', '[--update]', '[--stock]'],
    does: 'creates the products of a file from Etsy, Shopify, Square or a shop like this; with --update it also updates those that the shop has, with --stock their stock, too; with --dry-run it only checks the file',
    run: async ({ db, env }, file = '', ...options) => {
      const [isDryRun, updates, setsStock] = IMPORT_OPTIONS.map((option) => options.includes(option))
      if (options.some((option) => !IMPORT_OPTIONS.includes(option)))
        throw operatorError('configuration_invalid', USAGE)
      return importFile(importContext(db, env), file, { isDryRun, updates: updates || setsStock, setsStock })
    },
  },
  'import-photos': {
    needs: 'shop',
    parameters: ['[id of an import]', '[folder or archive with photos]'],
    does: 'fetches the photos again that an import is missing; without an id, the last one that misses some',
    run: async ({ db, env }, id, path) => importPhotos(importContext(db, env), id, path),
  },
  export: {
    needs: 'shop',
    parameters: ['<what>', '<file>', '[first day]', '[last day]'],
    does: `writes a part of the shop, or all of it, into a new file, and products with their photos into a .zip: ${EXPORTED.join(', ')}`,
    run: async ({ db, env }, what = '', file = '', from, to) => {
      const photos = openPhotoStore(photoStoreLocation(env))
      return { text: await exportFile({ db, photos, shopUrl: env.SHOP_URL }, what, file, from, to), isGood: true }
    },
  },
  'seed-large': {
    needs: 'database',
    parameters: ['[products]', '[orders]'],
    does: 'fills an empty shop with made-up products and orders, 5,000 and 50,000 unless told otherwise, for measuring',
    run: async ({ db, env, url }, products = String(LARGE.products), orders = String(LARGE.orders)) => {
      if (env.SQUARE_ACCESS_TOKEN)
        throw operatorError(
          'payments_real',
          'This shop takes real payments, so it cannot be filled with made-up orders.',
        )
      if (![products, orders].every((count) => /^[1-9]\d{0,6}$/.test(count)))
        throw operatorError('configuration_invalid', USAGE)
      await migrateDatabase(url)
      await fillLargeShop(db, shopSize(Number(products), Number(orders)), { report: (line) => console.log(line) })
      return {
        text: `The shop is filled with made-up products and orders: ${await diskUse(db)} on disk.`,
        isGood: true,
      }
    },
  },
}

/** A line for each check. The shop is well when there is nothing to do. */
function inWords(checks: SetupCheck[]): Outcome {
  const left = checks.filter(({ state }) => state === 'todo').length
  const lines = checks.map(({ state, finding, todo }) => {
    if (state === 'todo') return DOCTOR.todo(finding, todo ?? '')
    return state === 'good' ? DOCTOR.good(finding) : DOCTOR.untested(finding)
  })
  return { text: [...lines, left > 0 ? DOCTOR.left(left) : DOCTOR.well].join('\n'), isGood: left === 0 }
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
  const pool = openSimulatorPool(url)
  await recordTakenPayments(pool).finally(() => pool.end())
}

/** The URL of a database of one's own. Throws a sentence without one, and when it cannot be reached. */
async function ownDatabase(given: NodeJS.ProcessEnv) {
  const own = directDatabase(await savedConfiguration(given))
  if (!own) throw operatorError('configuration_invalid', SNAPSHOT.notOwn)
  await requireDirectConnection(own.url, own.setting)
  return own.url
}

const WITH_LINKS = '--with-links'

const IMPORT_OPTIONS = ['--dry-run', '--update', '--stock']

const importContext = (db: ShopDatabase['db'], env: Env) => ({
  db,
  photos: openPhotoStore(photoStoreLocation(env)),
  photosQuota: env.PHOTOS_QUOTA_MB * 2 ** 20,
  importHosts: env.IMPORT_HOSTS ?? [],
})

async function approvedPage(env: Env) {
  const headersOf = securityHeaders(env.SHOP_URL, paymentSetup(env), robotCheckSetup(robotCheck(env)))
  return { headers: headersOf(ORDER_PAGE), scripts: await builtScripts(new URL('../../dist/client/', import.meta.url)) }
}

const USAGE = [
  'Usage: npm run shop -- <command>',
  ...Object.entries(COMMANDS).map(([name, { parameters, does }]) => `  ${[name, ...parameters].join(' ')}  ${does}`),
].join('\n')

const requiredOf = ({ parameters }: Command) => parameters.filter((name) => name.startsWith('<')).length

/**
 * Runs the command that `words` name, prints what it says, and returns the exit code. `given` is the environment, to
 * which the settings file is added.
 */
export async function runCommand(words: string[], given: NodeJS.ProcessEnv): Promise<number> {
  const [name = '', ...values] = words
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || values.length > command.parameters.length || values.length < requiredOf(command)) {
    console.error(USAGE)
    return 1
  }
  try {
    for (const warning of loadSettings(given)) console.warn(warning)
    const { text, isGood } = await outcomeOf(command, given, values)
    console.log(text)
    return isGood ? 0 : 1
  } catch (error) {
    console.error(printable(error))
    return 1
  }
}

async function outcomeOf(command: Command, given: NodeJS.ProcessEnv, values: string[]) {
  if (command.needs === 'nothing') return command.run(given, ...values)
  const env = await savedConfiguration(given)
  if (command.needs === 'shop') return withShop(env, (place) => command.run(place, ...values))
  await command.check?.(...values)
  return withEmptyShop(env, (place) => command.run(place, ...values))
}
