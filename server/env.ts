import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { CDN_NAMES, type Cdn } from '#server/platform/cdn/providers.ts'
import { isLoopback } from '#server/platform/lib/loopback.ts'
import type { StoreLocation } from '#server/platform/media/store.ts'
import { isSmtpUrl } from '#server/platform/outbox/smtp-url.ts'
import { operatorError } from './errors.ts'

const flag = z
  .enum(['1', '0', 'on', 'off', 'true', 'false'], 'is neither 1 nor 0')
  .transform((text) => ['1', 'on', 'true'].includes(text))
const email = z.email('is not an email address')
const webUrl = z.url({ protocol: /^https?$/, error: 'is not a URL like https://shop.example' })
const oneOf = <const Names extends readonly string[]>(...names: Names) =>
  z.enum(names, `is none of ${names.join(', ')}`)

const FRACTION = 'is not a number from 0 to 1'

function wholeNumber(least: number, most: number) {
  const message = `is not a whole number from ${least} to ${most}`
  return z.coerce.number(message).int(message).min(least, message).max(most, message)
}

const host = z.string().refine((text) => isIP(text) !== 0 || /^[\w.-]+$/.test(text), 'is neither an address nor a name')

/** Addresses, networks (10.0.0.0/8) and names of private ranges, as Fastify's `trustProxy` takes them. */
const proxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isProxy), 'is a list of addresses or networks, like 127.0.0.1, 10.0.0.0/8')

function isProxy(text: string) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
  return most > 0 && isPrefix && rest.length === 0
}

/** Hosts as URLs name them, without a port for that of the protocol. */
const hosts = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every((part) => URL.parse(`http://${part}/`)?.host === part),
    'is a list of hosts, like 192.168.1.20:8080',
  )

/** A secret pasted with quotes or a line break would fail at Square only. */
const word = z.string().regex(/^[^\s"']+$/, 'has a space or a quotation mark in it')

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const BACKUP_S3_SETTINGS = [
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_BUCKET',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const
const S3_SETTINGS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

// Not z.url: the URL of a socket has no host. The driver connects to one host. A comma may also be in the password.
const database = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'is not a URL like postgres://user:password@host:5432/shop')
  .refine((url) => !/^[^/]+\/\/(?:[^/?]*@)?(?![^/?]*@)[^/?]*,|[?&]host=[^&]*(,|%2c)/i.test(url), {
    message:
      'names several hosts: give one address that always leads to the primary, as HAProxy or a virtual IP address does',
  })

/** The descriptions stand in docs/configuration.md and .env.example, into which `scripts/configuration.ts` writes them. */
const Settings = z.object({
  PORT: wholeNumber(0, 65_535).default(3000).describe('The port the shop listens on.'),
  HOST: host.default('127.0.0.1').describe('The address the shop listens on; 127.0.0.1 is this machine alone.'),
  SHOP_URL: webUrl
    .optional()
    .describe(
      'The address people use, for links in messages; without it http://localhost with PORT. It begins with https:// once the shop is public, and then answers also have HSTS.',
    ),
  // Not relative to the working folder, which differs under cron.
  DATA_DIR: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL('../data', import.meta.url)))
    .describe(
      'The folder of the database, the photos, the configuration for the owner’s commands and, without SMTP_URL, the messages.',
    ),
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('The folder of the daily backups, best on another disk; without it none is made by itself.'),
  // A key of age, in the alphabet of Bech32.
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58,}$/, 'is not a public key like age1…')
    .optional()
    .describe('The public key (age1…) that backups are encrypted for; `npm run shop -- backup-key` makes a pair.'),
  BACKUP_HOUR: wholeNumber(0, 23)
    .default(3)
    .describe('The hour of the shop’s time zone from which the daily backup is made, 0 to 23.'),
  BACKUP_S3_ENDPOINT: webUrl
    .optional()
    .describe('The S3 server of a bucket that each backup is copied into, best of another provider.'),
  BACKUP_S3_BUCKET: word.optional().describe('The name of that bucket.'),
  BACKUP_S3_PREFIX: z
    .string()
    .regex(/^[\w./-]*$/, 'has other signs than letters, digits, - _ . and /')
    .default('backups/')
    .describe('What the names of the backups begin with in the bucket.'),
  BACKUP_S3_REGION: word.default('us-east-1').describe('The region of that bucket.'),
  BACKUP_S3_ACCESS_KEY_ID: word.optional().describe('The ID of its access key.'),
  BACKUP_S3_SECRET_ACCESS_KEY: word.optional().describe('The secret of its access key.'),
  DATABASE_URL: database
    .optional()
    .describe('A PostgreSQL 18 of your own instead of the one that comes with the shop.'),
  DATABASE_DIRECT_URL: database
    .optional()
    .describe('PostgreSQL itself, when DATABASE_URL leads to a pooler such as PgBouncer.'),
  DATABASE_REPLICA_URL: database
    .optional()
    .describe('A streaming replica of DATABASE_URL, from which public pages are read.'),
  BATCH_STATEMENTS: flag
    .default(true)
    .describe(
      'off: send each statement of a transaction by itself, as the driver does, for a debugger or when batching is in doubt. A transaction pooler always gets batches.',
    ),
  NEW_SHOP: flag
    .default(false)
    .describe(
      '1: begin an empty shop in DATABASE_URL although DATA_DIR has the database of another, which otherwise stops the start.',
    ),
  DEMO: flag
    .optional()
    .describe(
      '1 or 0: fill a new shop with the demo catalog; without it 1 with the database that comes with the shop, else 0.',
    ),
  DEMO_ORDERS: flag
    .default(true)
    .describe('0: fill a new shop with the demo catalog alone, without its orders, figures and reviews.'),
  WORKERS: z
    .union([z.literal('auto'), wholeNumber(1, 64)], 'is auto, or a number from 1 to 64')
    .default('auto')
    .describe(
      'How many processes serve the shop, 1 to 64. auto is one for each core of a machine with more than two, else one, and never more than PostgreSQL has connections for.',
    ),
  ADMIN_EMAIL: email.optional().describe('The email address of the first admin, created when there is none.'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'has to have 8 characters or more')
    .max(128)
    .optional()
    .describe('The password of the first admin; without it the start prints a link to choose one.'),
  PAYMENTS: z
    .literal('demo', 'can only be demo')
    .optional()
    .describe(
      'demo: open to the public although payments are simulated; every page with a price then says so. Otherwise a public shop starts only with a live Square account.',
    ),
  SQUARE_ACCESS_TOKEN: word
    .optional()
    .describe('The access token of your Square application; without it payments are simulated.'),
  SQUARE_APPLICATION_ID: word
    .optional()
    .describe('The application ID; begins with sq0idp- (production) or sandbox-sq0idb- (sandbox).'),
  SQUARE_LOCATION_ID: word.optional().describe('The ID of the location that sells.'),
  SQUARE_ENVIRONMENT: oneOf('production', 'sandbox')
    .default('sandbox')
    .describe('sandbox (test cards) or production (real money).'),
  SQUARE_BASE_URL: webUrl.optional().describe('Another address of the card service, for tests.'),
  SQUARE_WEBHOOK_SIGNATURE_KEY: z
    .string()
    .min(16, 'is too short to be a key of Square')
    .optional()
    .describe(
      'The signature key of your webhook subscription; without it the shop hears of refunds made in Square’s dashboard only when it compares its records, every 15 minutes.',
    ),
  SQUARE_WEBHOOK_URL: webUrl.optional().describe('The notification URL of that subscription, letter for letter.'),
  APPLE_PAY_DOMAIN_ASSOCIATION: z
    .string()
    .min(1)
    .optional()
    .describe('The path of the domain association file from Square’s dashboard; Apple Pay needs it.'),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'must look like smtp://user:password@mail.example:587')
    .optional()
    .describe(
      'The mail server, smtp:// (STARTTLS where it is offered, and always for a password) or smtps://. Write special characters of the password as codes, such as %40 for @. Without it emails are files in DATA_DIR/outbox.',
    ),
  MAIL_FROM: email
    .default('orders@shop.example')
    .describe('The sender of all emails; your mail provider has to know it.'),
  RATE_LIMITS: flag.default(true).describe('off: no rate limits, for load tests.'),
  WARM_PHOTOS: flag
    .default(true)
    .describe('off: make the sizes of photos at their first request instead of in advance.'),
  SERVICE_WORKER: flag.default(true).describe('off: remove the offline page and its cache from browsers.'),
  PHOTOS_QUOTA_MB: wholeNumber(1, 10_000_000)
    .default(5000)
    .describe('The most disk space for photos, in MB; further uploads are refused.'),
  IMPORT_HOSTS: hosts
    .optional()
    .describe(
      'Hosts in your own network that an import may fetch photos from, separated by commas; all others have to be public.',
    ),
  PUSH_HOSTS: hosts
    .optional()
    .describe(
      'Hosts in your own network that may be push services of browsers, separated by commas; all others have to be public and behind https.',
    ),
  INDEXNOW_URL: z
    .union([z.literal('off'), webUrl], 'is off, or a URL like https://api.indexnow.org/indexnow')
    .default('https://api.indexnow.org/indexnow')
    .describe(
      'Where search engines hear which pages have changed (IndexNow), once a minute; a demo, a shop on this machine and a closed one tell nothing. off: never.',
    ),
  WEBHOOK_HOSTS: hosts
    .optional()
    .describe(
      'Hosts in your own network that may receive webhooks, separated by commas; all others have to be public and behind https.',
    ),
  S3_ENDPOINT: webUrl.optional().describe('The address of the S3-compatible storage.'),
  S3_BUCKET: word.optional().describe('The name of the bucket.'),
  S3_REGION: word.default('us-east-1').describe('The region of the bucket.'),
  S3_ACCESS_KEY_ID: word.optional().describe('The ID of the access key.'),
  S3_SECRET_ACCESS_KEY: word.optional().describe('The secret of the access key.'),
  ROBOT_CHECK: oneOf('altcha', 'recaptcha', 'off')
    .optional()
    .describe(
      'altcha (the shop’s own, which calls no other service), recaptcha (Google’s, for registering and signing in) or off; without it recaptcha when Google’s keys are set, else altcha. altcha needs https, or localhost.',
    ),
  RECAPTCHA_SITE_KEY: z.string().min(1).optional().describe('The site key of Google reCAPTCHA (v2, checkbox).'),
  RECAPTCHA_SECRET: z.string().min(1).optional().describe('The secret key of Google reCAPTCHA.'),
  RECAPTCHA_BASE_URL: webUrl
    .default('https://www.google.com/recaptcha')
    .describe('Another address of Google reCAPTCHA, such as https://www.recaptcha.net/recaptcha.'),
  TRUST_PROXY: proxies
    .optional()
    .describe(
      'The proxies in front of the shop whose X-Forwarded-For it trusts, as addresses and networks; without it all shoppers behind a proxy count as one address and share its rate limits.',
    ),
  CDN: oneOf(...CDN_NAMES)
    .optional()
    .describe('The CDN in front of the shop: fastly, cloudflare or varnish.'),
  CDN_PURGE_URL: webUrl.optional().describe('The address where the CDN is told what has changed.'),
  CDN_PURGE_TOKEN: word.optional().describe('The token for that address; Varnish needs none.'),
  METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .describe('The port of the address METRICS_HOST on which /metrics is served; without it there are no metrics.'),
  METRICS_HOST: host
    .default('127.0.0.1')
    .describe('The address on which metrics are served; another one than this machine’s own needs METRICS_TOKEN.'),
  METRICS_TOKEN: word
    .min(16, 'has to have 16 characters or more')
    .optional()
    .describe('The bearer token that a request for metrics must have.'),
  LOG_REQUEST_IDS: flag
    .default(false)
    .describe(
      'on: PostgreSQL’s log names the request of each line, as the shop’s log does. It costs each request a small statement.',
    ),
  // The standard variables of OpenTelemetry, which its SDK reads itself.
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl
    .optional()
    .describe('Where spans are sent (OTLP over HTTP, as JSON); without it there are none.'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl.optional().describe('The same for traces alone, with the whole path.'),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional().describe('Headers for it, such as a key.'),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .describe('The name of this shop among the services there; without it boutique.'),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional().describe('Further attributes of it.'),
  OTEL_TRACES_SAMPLER: oneOf(...SAMPLERS)
    .optional()
    .describe(
      'Which traces are kept: always_on, always_off, traceidratio, or one of these behind parentbased_; without it all.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number(FRACTION)
    .min(0, FRACTION)
    .max(1, FRACTION)
    .optional()
    .describe('The part of them that traceidratio keeps, 0 to 1.'),
  OTEL_SDK_DISABLED: oneOf('true', 'false').optional().describe('true: no traces, whatever else is set.'),
  UPDATES_URL: webUrl
    .optional()
    .describe(
      'An address that says what the newest version is, as {"version": "1.2.0", "notes": "What is new."}; asked once a day, and told nothing about the shop. The shop check shows the notes.',
    ),
  DRAIN_SECONDS: wholeNumber(0, 300)
    .default(0)
    .describe(
      'A process that is asked to stop serves on, while /readyz says 503 to the load balancer, until no request has come for so many seconds, 0 to 300.',
    ),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')
    .default('warn')
    .describe('What is logged: trace, debug, info, warn, error, fatal or silent.'),
})

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(Settings.shape)

/** A setting as docs/configuration.md and .env.example describe it; without a default it is undefined. */
export function describedSetting(name: string): { description: string; byDefault: unknown } {
  const schema: z.ZodType | undefined = Settings.shape[name as keyof typeof Settings.shape]
  return { description: schema?.description ?? '', byDefault: schema?.safeParse(undefined).data }
}

/** Settings that nobody but the owner may read. */
export const SECRET_SETTINGS = [
  'ADMIN_PASSWORD',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'CDN_PURGE_TOKEN',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'RECAPTCHA_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'SQUARE_ACCESS_TOKEN',
  'SQUARE_WEBHOOK_SIGNATURE_KEY',
] as const satisfies (keyof typeof Settings.shape)[]

const Environment = Settings.refine(
  (env) => !env.SQUARE_ACCESS_TOKEN || (env.SQUARE_LOCATION_ID && env.SQUARE_APPLICATION_ID),
  {
    path: ['SQUARE_ACCESS_TOKEN'],
    message: 'needs SQUARE_LOCATION_ID and SQUARE_APPLICATION_ID beside it',
  },
)
  // Without the token the simulator would take the payments, and the owner would notice much later.
  .refine((env) => env.SQUARE_ACCESS_TOKEN || !(env.SQUARE_LOCATION_ID || env.SQUARE_APPLICATION_ID), {
    path: ['SQUARE_LOCATION_ID'],
    message: 'and SQUARE_APPLICATION_ID need SQUARE_ACCESS_TOKEN beside them',
  })
  .refine((env) => env.SQUARE_ACCESS_TOKEN || env.SQUARE_ENVIRONMENT !== 'production', {
    path: ['SQUARE_ENVIRONMENT'],
    message: 'production needs SQUARE_ACCESS_TOKEN beside it',
  })
  .refine((env) => env.SQUARE_ENVIRONMENT !== 'production' || !env.SQUARE_APPLICATION_ID?.startsWith('sandbox-'), {
    path: ['SQUARE_APPLICATION_ID'],
    message: 'is for the sandbox, and SQUARE_ENVIRONMENT is production',
  })
  .refine((env) => !env.PAYMENTS || env.SQUARE_ENVIRONMENT !== 'production', {
    path: ['PAYMENTS'],
    message: 'is demo, and SQUARE_ENVIRONMENT is production: choose one of them',
  })
  .refine((env) => env.ROBOT_CHECK !== 'recaptcha' || env.RECAPTCHA_SECRET, {
    path: ['ROBOT_CHECK'],
    message: 'recaptcha needs RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET beside it',
  })
  .refine((env) => !env.RECAPTCHA_SITE_KEY === !env.RECAPTCHA_SECRET, {
    path: ['RECAPTCHA_SITE_KEY'],
    message: 'and RECAPTCHA_SECRET need each other',
  })
  .refine((env) => !env.SQUARE_WEBHOOK_SIGNATURE_KEY === !env.SQUARE_WEBHOOK_URL, {
    path: ['SQUARE_WEBHOOK_SIGNATURE_KEY'],
    message: 'and SQUARE_WEBHOOK_URL need each other',
  })
  .refine((env) => !env.DATABASE_DIRECT_URL || env.DATABASE_URL, {
    path: ['DATABASE_DIRECT_URL'],
    message: 'needs DATABASE_URL beside it',
  })
  .refine((env) => !env.DATABASE_REPLICA_URL || env.DATABASE_URL, {
    path: ['DATABASE_REPLICA_URL'],
    message: 'needs DATABASE_URL beside it',
  })
  // A CDN that is never purged would show sold pieces.
  .refine((env) => !env.CDN === !env.CDN_PURGE_URL, {
    path: ['CDN'],
    message: 'and CDN_PURGE_URL need each other',
  })
  .refine((env) => !env.CDN || env.CDN === 'varnish' || env.CDN_PURGE_TOKEN, {
    path: ['CDN_PURGE_TOKEN'],
    message: 'is needed by this CDN',
  })
  .refine((env) => isLoopback(env.METRICS_HOST) || env.METRICS_TOKEN, {
    path: ['METRICS_TOKEN'],
    message: 'is needed when others than this machine can reach METRICS_HOST',
  })
  // With one missing, photos would go to the folder, and the owner would notice when the disk fails.
  .superRefine((env, { addIssue }) => {
    const missing = S3_SETTINGS.filter((name) => !env[name])
    if (missing.length > 0 && missing.length < S3_SETTINGS.length)
      addIssue({ code: 'custom', path: [missing.join(', ')], message: 'is needed for photos in a bucket' })
    const missingForBackups = BACKUP_S3_SETTINGS.filter((name) => !env[name])
    if (missingForBackups.length > 0 && missingForBackups.length < BACKUP_S3_SETTINGS.length)
      addIssue({
        code: 'custom',
        path: [missingForBackups.join(', ')],
        message: 'is needed for copies of backups in a bucket',
      })
  })

export type Env = ReturnType<typeof readEnv>

const parsedSettings = (source: NodeJS.ProcessEnv) =>
  Environment.safeParse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== '')))

/** What is wrong with the settings, each with the name of one; nothing when the shop can start with them. */
export const settingProblems = (source: NodeJS.ProcessEnv) =>
  (parsedSettings(source).error?.issues ?? []).map(({ path, message }) => ({ name: path.join('.'), message }))

/** Validates the environment. Throws one sentence that names every invalid setting. */
export function readEnv(source: NodeJS.ProcessEnv) {
  const { data, error } = parsedSettings(source)
  if (error) {
    const faults = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw operatorError('configuration_invalid', `The configuration is wrong. ${faults.join('; ')}`)
  }
  return {
    ...data,
    DATA_DIR: resolve(data.DATA_DIR),
    BACKUP_DIR: data.BACKUP_DIR && resolve(data.BACKUP_DIR),
    APPLE_PAY_DOMAIN_ASSOCIATION: data.APPLE_PAY_DOMAIN_ASSOCIATION && resolve(data.APPLE_PAY_DOMAIN_ASSOCIATION),
    S3_ENDPOINT: data.S3_ENDPOINT?.replace(/\/$/, ''),
    BACKUP_S3_ENDPOINT: data.BACKUP_S3_ENDPOINT?.replace(/\/$/, ''),
    SHOP_URL: (data.SHOP_URL ?? `http://localhost:${data.PORT}`).replace(/\/$/, ''),
    DEMO: data.DEMO ?? !data.DATABASE_URL,
    // Configured Google keys mean Google's check.
    ROBOT_CHECK: data.ROBOT_CHECK ?? (data.RECAPTCHA_SECRET ? 'recaptcha' : 'altcha'),
  }
}

/** Whether the configuration names a Square account in which money moves. */
export const takesRealMoney = (env: Env) => Boolean(env.SQUARE_ACCESS_TOKEN) && env.SQUARE_ENVIRONMENT === 'production'

/** Whether others than this machine can reach the shop. */
export const isOpenToOthers = (env: Env) =>
  env.SHOP_URL.startsWith('https:') || !isLoopback(env.HOST) || !isLoopback(new URL(env.SHOP_URL).hostname)

/** Throws a sentence when others than this machine could buy without paying, unless PAYMENTS=demo says so. */
export function requireIntendedPayments(env: Env) {
  if (!isOpenToOthers(env) || takesRealMoney(env) || env.PAYMENTS === 'demo') return
  const reason = env.SQUARE_ACCESS_TOKEN ? 'the Square account is a sandbox' : 'there is no Square account'
  throw operatorError(
    'payments_not_configured',
    `Others can reach this shop (SHOP_URL=${env.SHOP_URL}, HOST=${env.HOST}), and ${reason}, so every piece could be ` +
      'taken without paying. Set SQUARE_ACCESS_TOKEN and SQUARE_ENVIRONMENT=production to sell, or PAYMENTS=demo for a ' +
      'public demo in which payments are simulated.',
  )
}

/** Whether spans have somewhere to go. */
export const isTraced = (env: Env) =>
  Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) && env.OTEL_SDK_DISABLED !== 'true'

/** The URL that leads to PostgreSQL itself, and not to a pooler, if one is configured; and the setting that has it. */
export const directDatabase = ({ DATABASE_DIRECT_URL: direct, DATABASE_URL: url }: Env) =>
  direct
    ? { url: direct, setting: 'DATABASE_DIRECT_URL' as const }
    : url
      ? { url, setting: 'DATABASE_URL' as const }
      : undefined

/** The configured CDN, if there is one. */
export function configuredCdn({ CDN: name, CDN_PURGE_URL: purgeUrl, CDN_PURGE_TOKEN: token }: Env): Cdn | undefined {
  return name && purgeUrl ? { name, purgeUrl, token } : undefined
}

/** Location of the photo store: the S3 bucket when it is fully configured, else the folder `photos` of DATA_DIR. */
export function photoStoreLocation(env: Env): StoreLocation {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return { folder: join(env.DATA_DIR, 'photos') }
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}
