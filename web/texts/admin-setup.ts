// Texts of the setup page. What it finds is written by the server (server/texts/setup.ts).

export const SETUP = {
  heading: 'Setup',
  about:
    'What your shop needs before it sells, and whether it works. Keys and passwords are never shown or entered here: they are in the settings file on the server.',
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
  file: 'Settings file:',
  noFile: 'This shop reads no settings file: its settings are environment variables.',
  restart:
    'The shop reads its settings when it starts, so restart it after a change: on a server with “sudo boutique restart”, on your own computer with Ctrl-C and “npm start”.',
  version: (version: string) => `Boutique ${version}`,
} as const

export const HEALTH = {
  heading: 'Shop health',
  about: 'Is the shop well? Each line is tested when you open this page: it works, or says the one thing to do.',
  well: 'The shop is well.',
  left: (count: number) => (count === 1 ? '1 thing to do.' : `${count} things to do.`),
  again: 'Check again',
} as const
