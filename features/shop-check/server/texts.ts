// What the setup page says: a finding, and the one thing to do.

export const PAYMENTS_SETUP = {
  simulated: 'Payments are simulated, and no card is charged.',
  addKeys: 'Enter the keys of your Square application, first those of the sandbox.',
  untested: { sandbox: 'Square’s sandbox is configured.', production: 'Square is configured for real payments.' },
  works: (location: string) => `Square answers, and takes cards for “${location}” in US dollars.`,
  sandbox: (location: string) => `Square’s sandbox answers for “${location}”. Test cards work, and no money moves.`,
  goLive:
    'To take real money, enter the production keys of the same application. If the settings file has the keys, change them there, and delete the line PAYMENTS=demo.',
  noAnswer: 'Square does not answer.',
  tryLater: 'Test again in a minute. If nothing changes, check that this machine can reach the internet.',
  checkKeys: 'Compare the keys with Square’s developer dashboard. Keys of the sandbox work only there.',
  checkLocation: 'Choose another location in Square, or correct this one, and enter its ID.',
  startedWithout: (location: string) =>
    `Square answers for “${location}”, but this shop started without it and takes no cards.`,
  restart: 'Restart the shop.',
} as const

export const WEBHOOKS_SETUP = {
  missing: 'Square does not tell the shop what happens in its dashboard. The shop asks every 15 minutes instead.',
  subscribe:
    'In Square’s developer dashboard, subscribe to payment, refund and dispute events with the URL below, and copy its signature key:',
  elsewhere: (url: string) => `Square’s messages go to ${url}, which is not this shop’s address.`,
  correct: 'Use this address in Square’s developer dashboard and in the settings file:',
  silent: 'Nothing has been heard from Square yet.',
  sendTest:
    'In Square’s developer dashboard, open the subscription and send a test event. If it does not arrive, compare its URL and signature key with the settings file, letter by letter.',
  heard: (moment: string) => `The last message from Square arrived on ${moment}.`,
} as const

export const MAIL_SETUP = {
  files: 'No mail server is configured: emails are saved as files, and nobody receives them.',
  addServer: 'Enter your mail server, with the password of an app or of SMTP.',
  sender: (from: string) => `Emails would come from ${from}, which is not your address.`,
  addSender: 'Enter an address that your mail server may send from.',
  untested: (server: string, from: string) => `Emails go through ${server}, from ${from}.`,
  waiting: (to: string, server: string) => `The test email to ${to} is on its way to ${server}.`,
  sent: (to: string, server: string) => `${server} took the test email to ${to}.`,
  look: 'Look into your inbox, and into the spam folder.',
  refused: (server: string) => `${server} did not take the test email.`,
  refusedBecause: (server: string, reason: string) => `${server} did not take the test email: ${reason}`,
  checkServer: 'Compare the values with your mail provider’s instructions.',
} as const

export const CONNECTIONS_SETUP = {
  configured:
    'Change these values in the settings file or the environment of the server: they win over what is entered here.',
  wrong: (name: string, problem: string) => `${name} ${problem}.`,
  wouldNotStart:
    'Enter the production keys. Others can reach this shop, and without a live Square account, with which it would not start, everybody could take products without paying.',
  noToken: 'Enter the access token first.',
  refusedToken: {
    sandbox:
      'Square refuses this access token. Copy the sandbox one from Square’s developer dashboard, page Credentials.',
    production:
      'Square refuses this access token. Copy the production one from Square’s developer dashboard, page Credentials.',
  },
  noLocation:
    'No location of this account takes cards in US dollars. Open Square’s dashboard, finish the set-up of a location there, and enter the token again.',
  noAnswer: 'Square does not answer. Try again in a minute, or type the location ID from the page Locations.',
  compareMail: 'Compare server, port, user name and password with your mail provider’s instructions.',
  noRestart: 'This shop cannot restart itself: end it and start it again on the server.',
} as const

export const ADDRESS_SETUP = {
  local: (url: string) => `The shop is at ${url}, which only this computer can open.`,
  move: 'Install the shop on a server with a domain of its own, and put its address into the settings file:',
  unencrypted: (url: string) =>
    `The shop is at ${url}, without encryption. Browsers warn people, and cards do not work.`,
  encrypt: 'Put a proxy with a certificate in front, such as Caddy, and put the new address into the settings file:',
  untested: (url: string) => `The shop is at ${url}.`,
  works: (url: string) => `The shop answers at ${url}, with a valid certificate.`,
  unknownProxy: (url: string) => `The shop answers at ${url}, but all shoppers count as one address there.`,
  trustProxy: 'Put the address of the proxy into the settings file, here for one on the same machine:',
  otherSite: (url: string) => `Something else than this shop answers at ${url}.`,
  checkName: 'Check that the domain’s A and AAAA records have this machine’s addresses, and that SHOP_URL is right:',
  noName: (host: string) => `The name ${host} leads nowhere yet.`,
  addRecord: 'Add an A record with this machine’s address at your domain provider. It can take an hour to be seen.',
  badCertificate: (host: string, code: string) => `The certificate of ${host} is not valid (${code}).`,
  checkCertificate:
    'Look into the log of Caddy: journalctl -u caddy. Ports 80 and 443 have to be open to the internet.',
  noAnswer: (url: string, reason: string) => `The shop could not reach itself at ${url} (${reason}).`,
  checkPorts:
    'Check that Caddy runs and that ports 80 and 443 are open. If the shop opens on your phone without Wi-Fi, all is well: some networks do not lead back into themselves.',
} as const

export const DISK_SETUP = {
  free: (free: string, total: string) => `${free} of ${total} are free.`,
  makeRoom: 'Make room: delete old backups, or enlarge the disk. A full disk stops the shop.',
} as const

/** `one` of a thing, or so many of `more`. */
const amount = (count: number, one: string, more: string) => (count === 1 ? one : `${count} ${more}`)

export const MAIL_HEALTH = {
  waiting: (count: number) =>
    `${amount(count, 'One email waits', 'emails wait')} for more than an hour, because the mail server does not take them.`,
  lost: (count: number) => `${amount(count, 'One email', 'emails')} of the last seven days could not be sent.`,
  delivered: (moment: string) => `The mail server took the last email on ${moment}.`,
  sendTest: 'Send yourself a test email to see what the mail server answers.',
} as const

export const DATABASE_HEALTH = {
  answered: (ms: number) => `The database answers within ${ms} ms.`,
  version: (version: string) => `It is PostgreSQL ${version}.`,
  embedded: (version: string) => `It is PostgreSQL ${version}, which comes with the shop for a computer of your own.`,
  outdated: (version: string, minor: number) =>
    `The database is PostgreSQL ${version}, which has known security holes. PostgreSQL 18.${minor} and later have none of them.`,
  update: 'Install the updates of PostgreSQL on its server.',
  move: 'It came with the shop, for a computer of your own. Move the shop to a PostgreSQL that the server updates: the guide below says how.',
  slow: 'That is slow: look at what else this machine does, and whether its disk is full or failing.',
} as const

export const BOOKS_HEALTH = {
  sound: (rules: number) => `The books are in order: ${rules} rules hold.`,
  violated: (rules: string[]) => `The books are not in order: ${rules.join('; ')}.`,
  ask: 'Run “npm run verify-ledger” on the server: it names the orders and products.',
  many: (orders: number) => `The books of about ${orders.toLocaleString('en-US')} orders take minutes to check.`,
  atNight: 'Run “npm run verify-ledger” on the server at night.',
} as const

export const PRODUCTS_HEALTH = {
  missing: {
    price: (count: number) => `${amount(count, 'One product', 'products')} for sale without a price.`,
    photo: (count: number) => `${amount(count, 'One product', 'products')} for sale without a photo.`,
    weight: (count: number) =>
      `${amount(count, 'One product', 'products')} for sale without a weight, by which the shop ships.`,
    alt: (count: number) => `${amount(count, 'One product has', 'products have')} a photo without a description.`,
  },
  advice: {
    price:
      'Enter the price on the page of the product, or hide it: it is given away. The list Products sorts by price.',
    photo: 'Add photos on the page Products: buyers pass by products without one.',
    weight: 'Choose “Without weight” on the page Products, and enter what each weighs with its packing.',
    alt: 'Describe the photos on the pages of their products: people who cannot see them, and search engines, read that.',
  },
  complete: 'All products for sale have a price and photos, and all photos a description.',
} as const

export const CERTIFICATE_HEALTH = {
  ends: (moment: string) => `The certificate of the shop’s address is valid until ${moment}.`,
  renew:
    'It should have been renewed by now. Look into the log of Caddy: journalctl -u caddy. Ports 80 and 443 have to be open to the internet.',
} as const

export const PAGES_HEALTH = {
  quick: (kind: string, ms: number) =>
    `Of the pages that the shop made since its start, those of ${kind} took longest: 19 of 20 within ${ms} ms.`,
  slow: (kind: string, ms: number) => `Pages of ${kind} are slow: one of 20 that the shop made took ${ms} ms or more.`,
  advice:
    'Look at what else this machine does, with the command top. If nothing does, a server with more cores makes pages sooner.',
} as const

export const UPDATE_HEALTH = {
  newest: (version: string) => `This is the newest version, ${version}.`,
  out: (version: string, ownVersion: string, notes: string) =>
    `Version ${version} is out; this is ${ownVersion}.${notes && ` What is new: ${notes}`}`,
  upgrade: 'Run “boutique upgrade” on the server. It makes a backup first, and “boutique rollback” goes back.',
} as const

/** A line of `npm run shop -- doctor`. */
export const DOCTOR = {
  good: (finding: string) => `fine      ${finding}`,
  untested: (finding: string) => `untested  ${finding}`,
  todo: (finding: string, advice: string) => `TO DO     ${finding} ${advice}`,
  well: 'The shop is well.',
  left: (count: number) => `${amount(count, 'One thing', 'things')} to do.`,
} as const

/** Why an action was refused, before "Please try again in …". */
export const RATE_LIMITS = {
  testEmail: 'Too many test emails.',
} as const

/** What is said about something that is not there. */
export const NOT_FOUND = {
  testEmail: 'This test email was not found.',
} as const
