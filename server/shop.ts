// The owner's command line: `npm run shop -- <command>`. It works beside a running shop and without one.
import { ORDER_PAGE } from '#contract/documents.ts'
import { setupOf } from './accounts/robots.ts'
import { resetPassword } from './accounts/users.ts'
import { backUp, restore } from './backups.ts'
import { type Database, migrateUp, openDatabase } from './db/client.ts'
import { startEmbedded } from './db/embedded.ts'
import { fillLargeShop, LARGE } from './db/large-shop.ts'
import { type Env, readEnv, robotCheck } from './env.ts'
import { securityHeaders } from './headers.ts'
import { openPhotos, placeOfPhotos } from './media/places.ts'
import { builtScripts, orderPageChanges } from './order-page.ts'
import { openGateway } from './payments/providers.ts'
import { verifyLedger } from './payments/verifying.ts'

type Place = { db: Database; env: Env; url: string }

/** What a command has to say; not `isGood`: with exit code 1. */
type Outcome = { text: string; isGood: boolean }

type Command = { parameters: string[]; does: string; run(place: Place, ...values: string[]): Promise<Outcome> }

const COMMANDS: Record<string, Command> = {
  'reset-password': {
    parameters: ['<email>'],
    does: 'gives an account a new password and signs it out everywhere',
    run: async ({ db }, email = '') => ({
      text: `The new password of ${email} is ${await resetPassword(db, email)}`,
      isGood: true,
    }),
  },
  'verify-ledger': {
    parameters: [],
    does: 'checks stock, orders and payments against each other and against the card service',
    run: async ({ db, env, url }) => {
      const gateway = await openGateway(env, url)
      try {
        const { text, isSound } = await verifyLedger(db, gateway)
        return { text, isGood: isSound }
      } finally {
        await gateway.close()
      }
    },
  },
  'check-order-page': {
    parameters: ['<address of the shop>'],
    does: 'compares the page on which cards are entered with what is installed here',
    run: async ({ env, url }, address = '') => {
      const changes = await orderPageChanges(address, await approvedPage(env, url))
      return {
        text: changes.join('\n') || 'The order page is the one that is installed here.',
        isGood: !changes.length,
      }
    },
  },
  backup: {
    parameters: ['<folder>'],
    does: 'writes all rows and photographs into a new folder, also beside a running shop',
    run: async ({ db, env }, folder = '') => {
      const { rows, photos } = await backUp(db, openPhotos(placeOfPhotos(env)), folder)
      return { text: `${rows} rows and ${photos} photographs are in ${folder}`, isGood: true }
    },
  },
  restore: {
    parameters: ['<folder>'],
    does: 'fills an empty shop, before its first start, from a backup',
    run: async ({ db, env }, folder = '') => {
      const { rows, photos } = await restore(db, openPhotos(placeOfPhotos(env)), folder)
      return { text: `${rows} rows and ${photos} photographs are back. Now start the shop.`, isGood: true }
    },
  },
  'seed-large': {
    parameters: [],
    does: 'fills an empty shop, for measurements, with 5,000 products and 50,000 invented orders',
    run: async ({ db, env }) => {
      if (env.SQUARE_ACCESS_TOKEN) throw new Error('This shop takes real money: nothing is invented here.')
      await fillLargeShop(db, LARGE, { report: (line) => console.log(line) })
      return { text: 'The shop is large now.', isGood: true }
    },
  },
}

async function approvedPage(env: Env, url: string) {
  const gateway = await openGateway(env, url)
  await gateway.close()
  const headersOf = securityHeaders(env.SHOP_URL, gateway.setup, setupOf(robotCheck(env)))
  return { headers: headersOf(ORDER_PAGE), scripts: await builtScripts(new URL('../dist/client/', import.meta.url)) }
}

const USAGE = [
  'Usage: npm run shop -- <command>',
  ...Object.entries(COMMANDS).map(([name, { parameters, does }]) => `  ${[name, ...parameters].join(' ')}  ${does}`),
].join('\n')

/** Runs one command and answers the exit code. */
async function runCommand(name = '', ...values: string[]) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command?.parameters.length !== values.length) {
    console.error(USAGE)
    return 1
  }
  const env = readEnv(process.env)
  const cluster = env.DATABASE_URL ? undefined : await startEmbedded(`${env.DATA_DIR}/postgres`)
  const url = env.DATABASE_URL ?? cluster?.url ?? ''
  await migrateUp(url)
  const db = openDatabase(url, 1)
  try {
    const { text, isGood } = await command.run({ db, env, url }, ...values)
    console.log(text)
    return isGood ? 0 : 1
  } finally {
    await db.$client.end()
    // A cluster that was already running belongs to the shop.
    if (cluster?.startedHere) await cluster.stop()
  }
}

try {
  process.exitCode = await runCommand(...process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
