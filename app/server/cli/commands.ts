import { diskUse, fillLargeShop, LARGE, shopSize } from '#app/server/demo/large-shop.ts'
import { FEATURES } from '#app/server/features.ts'
import { savedConfiguration } from '#app/server/process/saved-configuration.ts'
import { loadSettings } from '#app/server/process/settings-file.ts'
import { securityHeaders } from '#app/server/security-headers.ts'
import { ORDER_PAGE } from '#contract/documents.ts'
import { type Env, readEnv, requireIntendedPayments } from '#server/env.ts'
import { operatorError, printable } from '#server/errors.ts'
import { patientDatabase } from '#server/platform/db/client.ts'
import { createAdminLink } from '#server/shop/accounts/admin-links.ts'
import { robotCheck, robotCheckSetup } from '#server/shop/accounts/robot-check-setup.ts'
import { resetPassword } from '#server/shop/accounts/users.ts'
import { verifyLedger } from '#server/shop/audit/report.ts'
import type { Command } from '#server/shop/command.ts'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import type { Feature } from '#server/shop/feature.ts'
import { closeFromCommandLine, discrepanciesInWords } from '#server/shop/payments/discrepancy-cli.ts'
import { openGateway, setupOf as paymentSetup } from '#server/shop/payments/open-gateway.ts'
import { renewSecrets } from '#server/shop/secrets/secrets.ts'
import { builtScripts, compareOrderPage } from './check-order-page.ts'
import { hasSimulatedPayments, withEmptyShop, withShop } from './target-shop.ts'
import { NEW_SECRETS } from './texts.ts'

const SHOP_COMMANDS: Record<string, Command> = {
  'reset-password': {
    place: 10,
    needs: 'shop',
    parameters: ['<email>'],
    does: 'gives an account a new password and signs it out everywhere',
    run: async ({ db }, email = '') => ({
      text: `The new password of ${email} is ${await resetPassword(db, email)}`,
      isGood: true,
    }),
  },
  'admin-link': {
    place: 20,
    needs: 'shop',
    parameters: [],
    does: 'prints a one-time link, valid for a day, with which somebody becomes an admin',
    run: async ({ db, env }) => ({
      text: new URL(await createAdminLink(db, { isForMore: true }), env.SHOP_URL).href,
      isGood: true,
    }),
  },
  'verify-ledger': {
    place: 30,
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
  discrepancies: {
    place: 60,
    needs: 'shop',
    parameters: [],
    does: 'lists the differences with the card service that wait for a person',
    run: async ({ db }) => ({ text: await discrepanciesInWords(db), isGood: true }),
  },
  'close-discrepancy': {
    place: 70,
    needs: 'shop',
    parameters: ['<number>', '<note>'],
    does: 'closes a discrepancy, with a note of what you found or did',
    run: async ({ db }, number = '', note = '') => ({
      text: await closeFromCommandLine(db, number, note),
      isGood: true,
    }),
  },
  'check-order-page': {
    place: 80,
    needs: 'configuration',
    parameters: ['<address of the shop>'],
    does: 'compares the page on which cards are entered with what is installed here',
    run: async (env, address = '') => {
      const changes = await compareOrderPage(address, await approvedPage(env))
      return {
        text: changes.join('\n') || 'The order page matches the installed version.',
        isGood: !changes.length,
      }
    },
  },
  'check-settings': {
    place: 90,
    needs: 'nothing',
    parameters: [],
    does: 'says whether the shop would start with its settings, which a running shop reads at its next start',
    // Not the saved configuration, which may have what was removed since.
    run: async (environment) => {
      requireIntendedPayments(readEnv(environment))
      return { text: 'The settings are valid.', isGood: true }
    },
  },
  'new-secrets': {
    place: 160,
    needs: 'shop',
    parameters: ['[--with-links]'],
    does: 'renews the secrets that sign, after somebody has read a backup or the database; with --with-links also those of the links in buyers’ messages',
    run: async ({ db }, option) => {
      const withLinks = option === '--with-links'
      await renewSecrets(db, { withLinks })
      return { text: withLinks ? NEW_SECRETS.withLinks : NEW_SECRETS.done, isGood: true }
    },
  },
  'seed-large': {
    place: 200,
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

async function approvedPage(env: Env) {
  const headersOf = securityHeaders(env.SHOP_URL, paymentSetup(env), robotCheckSetup(robotCheck(env)))
  return {
    headers: headersOf(ORDER_PAGE),
    scripts: await builtScripts(new URL('../../../dist/client/', import.meta.url)),
  }
}

/** The commands of the shop and of its features, by their names, in the order of the usage. */
export const COMMANDS = new Map(
  [SHOP_COMMANDS, ...FEATURES.map(({ commands }: Feature) => commands ?? {})]
    .flatMap((commands) => Object.entries(commands))
    .toSorted(([, one], [, other]) => one.place - other.place),
)

const USAGE = [
  'Usage: npm run shop -- <command>',
  ...[...COMMANDS].map(([name, { parameters, does }]) => `  ${[name, ...parameters].join(' ')}  ${does}`),
].join('\n')

const requiredOf = ({ parameters }: Command) => parameters.filter((name) => name.startsWith('<')).length

/**
 * Runs the command that `words` name, prints what it says, and returns the exit code. The settings file is added to
 * `environment`.
 */
export async function runCommand(words: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const [name = '', ...values] = words
  const command = COMMANDS.get(name)
  if (!command || values.length > command.parameters.length || values.length < requiredOf(command)) {
    console.error(USAGE)
    return 1
  }
  try {
    for (const warning of loadSettings(environment)) console.warn(warning)
    const { text, isGood } = await outcomeOf(command, environment, values)
    console.log(text)
    return isGood ? 0 : 1
  } catch (error) {
    console.error(printable(error))
    return 1
  }
}

async function outcomeOf(command: Command, environment: NodeJS.ProcessEnv, values: string[]) {
  if (command.needs === 'nothing') return command.run(environment, ...values)
  const env = await savedConfiguration(environment)
  if (command.needs === 'configuration') return command.run(env, ...values)
  if (command.needs === 'database') await command.check?.(...values)
  const withDatabase = command.needs === 'shop' ? withShop : withEmptyShop
  return withDatabase(env, (place) => {
    requireOptions(command, values)
    return command.run(place, ...values)
  })
}

/** Throws the usage for an option that the command does not have. */
function requireOptions(command: Command, values: string[]) {
  const options = command.parameters.filter((name) => name.startsWith('[--'))
  const rest = values.slice(requiredOf(command))
  if (options.length > 0 && !rest.every((value) => options.includes(`[${value}]`)))
    throw operatorError('configuration_invalid', USAGE)
}
