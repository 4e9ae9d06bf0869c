// Texts of the page of backups. What a practice finds is written by the server (features/backups/server/texts.ts).

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

function size(bytes: number) {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const amount = bytes / 1000 ** power
  return `${amount.toFixed(power > 0 && amount < 10 ? 1 : 0)} ${UNITS[power]}`
}

const clock = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

export const BACKUPS = {
  title: 'Backups',
  about: 'Each backup is one file with everything in your shop: products, photos, orders, customers, and settings.',
  daily: (hour: number, folder: string) => `The shop makes one every day after ${clock(hour)}, in ${folder}.`,
  copied: 'Each is copied into your bucket.',
  rule: 'The newest of 7 days, 4 weeks and 12 months stay.',
  unconfigured: 'No backups are made by themselves',
  saveElsewhere: 'Make one after every good day and save the file somewhere else: the server keeps it for an hour.',
  configure: 'For one every day, add a folder on another disk to the settings file, and restart the shop:',
  line: 'BACKUP_DIR=/var/backups/boutique',
  make: 'Back up now',
  makeAndDownload: 'Make a backup and download it',
  all: 'All backups and how they are made',
  making: 'Making a backup. You can leave this page: the shop goes on selling.',
  failed: (moment: string, problem: string) => `The backup of ${moment} failed. ${problem}`,
  empty: 'There is no backup yet.',
  practice: {
    title: 'Practice restore',
    about:
      'Does the newest backup bring back your shop? The shop restores it beside itself, compares it, and deletes it again. Nothing in your shop changes.',
    start: 'Practice now',
    open: 'Practice to restore a backup',
    running: 'The newest backup is being restored and compared.',
    never: 'Not practiced yet.',
    good: (moment: string) => `On ${moment} the backup brought back the whole shop.`,
    bad: (moment: string) => `On ${moment} the backup did not bring back the shop.`,
    same: 'Same:',
    differs: 'Differs:',
  },
  list: 'All backups',
  made: 'Made',
  content: 'Content',
  state: 'State',
  size,
  orders: (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`,
  encrypted: 'Encrypted',
  inBucket: 'Copied',
  download: 'Download',
  downloadOf: (moment: string) => `Download the backup of ${moment}`,
  private: 'Keep downloads where nobody else can read them: a backup has your customers’ addresses.',
} as const
