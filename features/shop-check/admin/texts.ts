// Texts of the shop check. What it finds is written by the server (features/shop-check/server/texts.ts).

export const SHOP_CHECK = {
  heading: 'Shop check',
  about: 'Checks everything your shop needs.',
  well: 'The shop is well.',
  left: (count: number) => (count === 1 ? '1 thing to do.' : `${count} things to do.`),
  again: 'Check again',
  titles: {
    alerts: 'Alerts',
    payments: 'Card payments',
    webhooks: 'Messages from Square',
    mail: 'Email',
    address: 'Public address',
    backups: 'Backups',
    practice: 'Practice restore',
    disk: 'Disk space',
    database: 'Database',
    books: 'Books',
    pieces: 'Products',
    certificate: 'Certificate',
    pages: 'Speed of pages',
    version: 'Version',
  },
  states: { good: 'Works', todo: 'To do', untested: 'Not tested', waiting: 'On its way' },
  tests: { payments: 'Test the card account', address: 'Test the address', mail: 'Send me a test email' },
  guide: (title: string) => `Guide: ${title}`,
  readGuide: 'Read the guide',
  back: 'Back to Shop check',
  file: 'Settings file:',
  noFile: 'This shop has no settings file: change the environment variables of the server.',
  restart:
    'After a change of the settings file restart the shop: on a server with “sudo boutique restart”, on your own computer with Ctrl-C and “npm start”.',
  version: (version: string) => `Boutique ${version}`,
} as const

/** The boxes for the values of the card account and of the mail server. */
export const CONNECTION = {
  titles: { payments: 'Connect your Square account', mail: 'Connect your mail server' },
  enteredAt: (moment: string) => `Entered ${moment}`,
  fromEnvironment: 'Change these values in the settings file or the environment of the server, which has them.',
  writeOnly: 'Keys and passwords stay on this server, in no backup, and are never shown again.',
  unchanged: 'Set. Leave blank to keep it.',
  environments: { sandbox: 'Sandbox, with test cards', production: 'Production, with real money' },
  environmentHint: 'Copy the values from Square’s developer dashboard, page Credentials.',
  location: 'Location',
  findLocations: 'Choose from my locations',
  chooseLocation: 'Choose the location that sells online.',
  onlyLocation: 'The only location of this account that takes cards in US dollars.',
  noLocation: 'Choose a location',
  webhookHint: 'Optional, under Webhooks. Leave it blank, and the shop asks Square every 15 minutes.',
  serverExample: 'smtp.example.com',
  port: 'Port',
  passwordHint: 'Use an app password, if your mail provider makes one.',
  sender: 'Messages come from',
  tests: { payments: 'Test these values', mail: 'Send a test with these values' },
  save: 'Save',
  remove: 'Remove these values',
  confirmRemoval: 'Remove these values? The shop is disconnected after its next start.',
} as const

export const RESTART = {
  needed: 'Restart the shop to use what you entered. It is away for about ten seconds; carts and orders stay.',
  restart: 'Restart the shop',
  restarting: 'The shop is restarting.',
  late: 'The shop is not back yet. Look at its log on the server.',
} as const
