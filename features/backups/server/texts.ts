// What the backups say.
import { formatDollars } from '#contract/money.ts'
import type { Sums } from './head.ts'

const dollars = (cents: number) => formatDollars(cents)
const things = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`

/** What a practice restore found. */
export const PRACTICE = {
  file: {
    same: 'The file is byte for byte as it was written.',
    differs: 'The file has changed since it was written. Make a new backup, and check the disk.',
  },
  locked:
    'Your private key is not on this server, so a new backup was made for the practice, encrypted for a key of its own. To try the file itself, run “npm run shop -- practice” with it and your key on another computer.',
  rows: (rows: number, orders: number) =>
    `${things(rows, 'row')} came back, and ${things(orders, 'order')} among them: all that were in the shop.`,
  money: ({ paidOrders, paid, refunded }: Sums) =>
    `The money is the same: ${things(paidOrders, 'paid order')} for ${dollars(paid)}, ${dollars(refunded)} of it refunded.`,
  otherMoney: (had: Sums, has: Sums) =>
    `The money differs: ${dollars(had.paid)} was paid and ${dollars(had.refunded)} refunded, and ${dollars(has.paid)} and ${dollars(has.refunded)} came back.`,
  photos: (count: number) => `${things(count, 'photo')} came back: all that the shop shows.`,
  missingPhotos: (count: number) => `${things(count, 'photo')} that the shop shows did not come back.`,
  sound: (rules: number) => `The books are in order: ${rules} rules hold.`,
  violated: (rules: string[]) => `The books are not in order: ${rules.join('; ')}.`,
  ended: 'The practice was ended before it was through. What it left behind is deleted.',
  noRoom: 'There is not enough room on the disk to practice: four times the size of the backup.',
  noDatabase: 'The user of DATABASE_URL may not create a database to practice in.',
  inWords: (isGood: boolean, name: string, lines: string[]) =>
    [
      isGood ? `${name} brings back the shop:` : `${name} does not bring back the shop:`,
      ...lines.map((line) => `- ${line}`),
    ].join('\n'),
} as const

export const BACKUPS = {
  busy: 'A backup is being made or practiced just now.',
  notConfigured: 'No folder for backups is configured.',
  none: 'There is no backup yet: make one first.',
  unknown: 'There is no such backup.',
  copyFailed: (reason: string) => `The backup was made, but not copied into the bucket. ${reason}`,
  ended: 'The process that made it was ended. The log of the shop may say why.',
} as const

export const BACKUP_KEYS = {
  made: (identity: string, recipient: string) =>
    `Private key, which opens the backups. Keep it where you keep your passwords, in a file of its own, and not on the
server of the shop. Without it nobody can restore an encrypted backup:
${identity}

Public key, for the settings file of the shop:
BACKUP_RECIPIENT=${recipient}`,
} as const

/** What is said of the copy of an own database before an upgrade. */
export const SNAPSHOT = {
  none: 'There is no snapshot of the database.',
  inUse: 'The database is in use: stop the shop and whatever else is connected to it.',
  notAllowed: 'The user of DATABASE_URL may not copy its database: it has to own it, and to have the right CREATEDB.',
  notOwn: 'Without a DATABASE_URL there is nothing to copy: the database is in DATA_DIR.',
  taken: 'The database was copied.',
  restored: 'The database is as it was when it was copied. The one that it replaced is kept until the next time.',
} as const

/** To the seller. */
export const BACKUP_FAILED = {
  subject: (shop: string) => `The backup of ${shop} failed`,
  opening: (problem: string) =>
    `The daily backup of your shop could not be made. ${problem} The shop goes on selling, and tries again every hour.`,
  link: 'See the backups',
} as const

export const BACKUPS_SETUP = {
  unknown: 'No backups are made by themselves.',
  addFolder:
    'Make one now and then, and keep the file somewhere else. For one every day, put a folder into the settings file, best on another disk:',
  none: (folder: string) => `There is no backup in ${folder} yet.`,
  missing: (folder: string) => `The folder ${folder} does not exist.`,
  unwritable: (folder: string) => `The shop cannot write into ${folder}.`,
  chown: (folder: string, user: string) => `Give the folder to the shop’s user: chown ${user} ${folder}`,
  old: (moment: string) => `The last backup is from ${moment}.`,
  backUp:
    'Make one now: the list of all backups also says what went wrong. The shop makes one every day while it runs.',
  failed: (moment: string, problem: string) => `The backup of ${moment} failed. ${problem}`,
  good: (moment: string) => `The last backup is from ${moment}.`,
  sameDisk:
    'It is on the same disk as the shop. Download one now and then, or let it be copied into a bucket (BACKUP_S3_BUCKET).',
} as const

export const PRACTICE_HEALTH = {
  never: 'Nobody has tried yet whether the backups bring back the shop.',
  practice: 'Press “Practice now” beside the list of all backups.',
  bad: (moment: string) => `On ${moment} a practice restore did not bring back the shop.`,
  see: 'See beside the list of all backups what differs, make a new backup, and practice again.',
  good: (moment: string) => `On ${moment} a practice restore brought back the whole shop.`,
} as const
