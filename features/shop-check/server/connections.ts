// The card account and the mail server, as the owner enters them. Secrets go in and never come out.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { readEnv, requireIntendedPayments, settingProblems } from '#server/env.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { smtpServerOf } from '#server/platform/outbox/smtp-url.ts'
import { good, todo } from '#server/shop/desk/check.ts'
import { testEmail } from '#server/shop/messages/admin-messages.ts'
import { mailSubjects, senderOf } from '#server/shop/messages/compose.ts'
import { openGateway, squareLocations } from '#server/shop/payments/open-gateway.ts'
import { users } from '#server/shop/schema/users.ts'
import {
  CONNECTIONS,
  type Connection,
  countedSettings,
  enteredSettings,
  saveEnteredSettings,
  withEntered,
  withoutEntered,
} from '#server/shop/settings/entered-settings.ts'
import type { Connections, MailEntry, PaymentsEntry, SquareLocations, SquareToken } from '../contract.ts'
import { testedPayments } from './payment-checks.ts'
import { CONNECTIONS_SETUP, MAIL_SETUP } from './texts.ts'

/** Where the entered settings are, the environment that wins over them, and what starts the shop anew. */
export type ConnectionPlace = {
  dataDir: string
  environment: NodeJS.ProcessEnv
  restart: (() => void) | undefined
}

declare module '#server/platform/context.ts' {
  interface Context {
    connections: ConnectionPlace
  }
}

const SECURE_PORT = 465
const USUAL_PORT = 587

/** Where the connections are configured, without secrets. */
export async function shownConnections({ dataDir, environment: full, restart }: ConnectionPlace): Promise<Connections> {
  const { environment, inUse } = withoutEntered(full)
  const entered = await enteredSettings(dataDir)
  const counted = countedSettings(environment, entered)
  const settings = { ...environment, ...counted }
  const sourceOf = (name: Connection) => ({
    from: environment[CONNECTIONS[name].key]
      ? ('environment' as const)
      : entered[name]
        ? ('entered' as const)
        : ('none' as const),
    enteredAt: entered[name]?.at ?? null,
  })
  const mailServer = settings.SMTP_URL ? smtpServerOf(settings.SMTP_URL) : undefined
  return {
    payments: {
      ...sourceOf('payments'),
      environment: settings.SQUARE_ENVIRONMENT === 'production' ? 'production' : 'sandbox',
      applicationId: settings.SQUARE_APPLICATION_ID ?? '',
      locationId: settings.SQUARE_LOCATION_ID ?? '',
      hasWebhookKey: Boolean(settings.SQUARE_WEBHOOK_SIGNATURE_KEY),
    },
    mail: {
      ...sourceOf('mail'),
      server: mailServer?.host ?? '',
      port: mailServer?.port ?? (mailServer?.secure ? SECURE_PORT : USUAL_PORT),
      sender: settings.MAIL_FROM ?? '',
    },
    needsRestart: !isSame(counted, inUse),
    canRestart: restart !== undefined,
  }
}

const isSame = (one: Record<string, string>, other: Record<string, string>) =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted())

/** The settings of a Square account; a secret that is left empty is that which was entered before. */
export async function paymentSettings(place: ConnectionPlace, shopUrl: string, entry: PaymentsEntry) {
  const { payments } = await enteredSettings(place.dataDir)
  const webhookKey = entry.webhookKey || payments?.values.SQUARE_WEBHOOK_SIGNATURE_KEY
  return given({
    SQUARE_ENVIRONMENT: entry.environment,
    SQUARE_ACCESS_TOKEN: entry.accessToken || payments?.values.SQUARE_ACCESS_TOKEN,
    SQUARE_APPLICATION_ID: entry.applicationId,
    SQUARE_LOCATION_ID: entry.locationId,
    SQUARE_WEBHOOK_SIGNATURE_KEY: webhookKey,
    SQUARE_WEBHOOK_URL: webhookKey && `${shopUrl}/api/webhooks/square`,
  })
}

/** The settings of a mail server; user and password that are left empty are those before, for the same server only. */
export async function mailSettings(place: ConnectionPlace, { server, port, user, password, sender }: MailEntry) {
  const { mail } = await enteredSettings(place.dataDir)
  const former = mail?.values.SMTP_URL ? new URL(mail.values.SMTP_URL) : undefined
  const kept = former?.hostname === server ? former : undefined
  const url = new URL(`${port === SECURE_PORT ? 'smtps' : 'smtp'}://${server}:${port}`)
  url.username = user ? encodeURIComponent(user) : (kept?.username ?? '')
  const isSameUser = url.username === kept?.username
  url.password = password ? encodeURIComponent(password) : isSameUser ? (kept?.password ?? '') : ''
  return given({ SMTP_URL: url.href, MAIL_FROM: sender })
}

const given = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))

/**
 * Saves values, or removes them with null. Throws connection_configured when the environment has them, and
 * invalid_request when the shop could not start with them.
 */
export async function saveConnection(place: ConnectionPlace, name: Connection, values: Record<string, string> | null) {
  const { environment } = withoutEntered(place.environment)
  if (environment[CONNECTIONS[name].key]) throw new AppError('connection_configured', CONNECTIONS_SETUP.configured)
  requireStart(await startSettings(place, name, values))
  await saveEnteredSettings(place.dataDir, name, values)
}

/** The settings of the next start, if these are saved. */
async function startSettings(place: ConnectionPlace, name: Connection, values: Record<string, string> | null) {
  const { environment } = withoutEntered(place.environment)
  const { [name]: _, ...others } = await enteredSettings(place.dataDir)
  const entered = values ? { ...others, [name]: { at: '', values } } : others
  return withEntered(environment, entered)
}

/** The field of an entry by the setting that it becomes. */
const FIELDS: Record<string, string> = {
  SQUARE_ENVIRONMENT: 'environment',
  SQUARE_ACCESS_TOKEN: 'accessToken',
  SQUARE_APPLICATION_ID: 'applicationId',
  SQUARE_LOCATION_ID: 'locationId',
  SQUARE_WEBHOOK_SIGNATURE_KEY: 'webhookKey',
  SMTP_URL: 'server',
  MAIL_FROM: 'sender',
}

/** Throws when the shop could not start with these settings. */
function requireStart(settings: NodeJS.ProcessEnv) {
  const issues = settingProblems(settings).map(({ name, message }) => ({
    path: FIELDS[name] ?? name,
    message: CONNECTIONS_SETUP.wrong(name, message),
  }))
  if (issues.length > 0)
    throw new AppError('invalid_request', issues.map(({ message }) => message).join(' '), { issues })
  try {
    requireIntendedPayments(readEnv(settings))
  } catch {
    throw new AppError('invalid_request', CONNECTIONS_SETUP.wouldNotStart)
  }
}

/** Asks Square for the location with these values. */
export async function testedPaymentsEntry(place: ConnectionPlace, values: Record<string, string>): Promise<SetupCheck> {
  const settings = await startSettings(place, 'payments', values)
  requireStart(settings)
  const gateway = await openGateway(readEnv(settings), '')
  try {
    return await testedPayments(gateway)
  } finally {
    await gateway.close()
  }
}

/**
 * The locations that can take payments of the account that this access token belongs to. Throws invalid_request at the
 * token when there is none, and payments_unavailable without an answer.
 */
export async function enteredSquareLocations(
  place: ConnectionPlace,
  { environment, accessToken }: SquareToken,
): Promise<SquareLocations['locations']> {
  const { payments } = await enteredSettings(place.dataDir)
  const token = accessToken || payments?.values.SQUARE_ACCESS_TOKEN
  if (!token) throw refusedToken(CONNECTIONS_SETUP.noToken)
  const { SQUARE_BASE_URL } = readEnv({ SQUARE_BASE_URL: place.environment.SQUARE_BASE_URL })
  const locations = await squareLocations({ SQUARE_ENVIRONMENT: environment, SQUARE_BASE_URL }, token)
  if (!locations) throw new AppError('payments_unavailable', CONNECTIONS_SETUP.noAnswer)
  if (locations === 'refused') throw refusedToken(CONNECTIONS_SETUP.refusedToken[environment])
  const suitable = locations.filter(({ problem }) => problem === null)
  if (suitable.length === 0) throw refusedToken(CONNECTIONS_SETUP.noLocation)
  return suitable.map(({ id, name }) => ({ id, name }))
}

const refusedToken = (message: string) =>
  new AppError('invalid_request', message, { issues: [{ path: 'accessToken', message }] })

type TestMail = { db: Db; shopUrl: string; userId: string }

/** Sends a test email to this user by the mail server of these values. */
export async function testedMailEntry(
  place: ConnectionPlace,
  values: Record<string, string>,
  { db, shopUrl, userId }: TestMail,
): Promise<SetupCheck> {
  const settings = await startSettings(place, 'mail', values)
  requireStart(settings)
  const { SMTP_URL: url = '', MAIL_FROM: sender } = readEnv(settings)
  const { host } = smtpServerOf(url)
  const { to } = onlyRow(await db.select({ to: users.email }).from(users).where(eq(users.id, userId)))
  const message = testEmail(to, senderOf(await mailSubjects(db, []), shopUrl))
  const { smtpMailer } = await import('#server/platform/outbox/smtp-mailer.ts')
  const mailer = smtpMailer(url, sender)
  try {
    await mailer.send(`test-${randomUUID()}`, message)
    return { ...good('mail', MAIL_SETUP.sent(to, host)), todo: MAIL_SETUP.look }
  } catch (error) {
    return todo('mail', MAIL_SETUP.refusedBecause(host, (error as Error).message), CONNECTIONS_SETUP.compareMail)
  } finally {
    mailer.close()
  }
}
