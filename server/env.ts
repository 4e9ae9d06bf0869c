import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { RobotCheck } from './accounts/robot-check-setup.ts'
import { CDN_NAMES, type Cdn } from './cdn/providers.ts'
import { operatorError } from './errors.ts'
import { isSmtpUrl } from './mail/smtp-url.ts'

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

const Settings = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: host.default('127.0.0.1'),
  SHOP_URL: webUrl.optional(),
  // Not relative to the working folder, which differs under cron.
  DATA_DIR: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL('../data', import.meta.url))),
  BACKUP_DIR: z.string().min(1).optional(),
  // A key of age, in the alphabet of Bech32.
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58,}$/, 'is not a public key like age1…')
    .optional(),
  BACKUP_HOUR: wholeNumber(0, 23).default(3),
  BACKUP_S3_ENDPOINT: webUrl.optional(),
  BACKUP_S3_BUCKET: word.optional(),
  BACKUP_S3_PREFIX: z
    .string()
    .regex(/^[\w./-]*$/, 'has other signs than letters, digits, - _ . and /')
    .default('backups/'),
  BACKUP_S3_REGION: word.default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: word.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: word.optional(),
  DATABASE_URL: database.optional(),
  DATABASE_DIRECT_URL: database.optional(),
  DATABASE_REPLICA_URL: database.optional(),
  NEW_SHOP: flag.default(false),
  DEMO: flag.optional(),
  WORKERS: z.union([z.literal('auto'), wholeNumber(1, 64)], 'is auto, or a number from 1 to 64').default('auto'),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z.string().min(8, 'has to have 8 characters or more').max(128).optional(),
  PAYMENTS: z.literal('demo', 'can only be demo').optional(),
  SQUARE_ACCESS_TOKEN: word.optional(),
  SQUARE_APPLICATION_ID: word.optional(),
  SQUARE_LOCATION_ID: word.optional(),
  SQUARE_ENVIRONMENT: oneOf('production', 'sandbox').default('sandbox'),
  SQUARE_BASE_URL: webUrl.optional(),
  SQUARE_WEBHOOK_SIGNATURE_KEY: z.string().min(16, 'is too short to be a key of Square').optional(),
  SQUARE_WEBHOOK_URL: webUrl.optional(),
  APPLE_PAY_DOMAIN_ASSOCIATION: z.string().min(1).optional(),
  SMTP_URL: z.string().refine(isSmtpUrl, 'must look like smtp://user:password@mail.example:587').optional(),
  MAIL_FROM: email.default('orders@shop.example'),
  RATE_LIMITS: flag.optional(),
  WARM_PHOTOS: flag.default(true),
  SERVICE_WORKER: flag.default(true),
  PHOTOS_QUOTA_MB: wholeNumber(1, 10_000_000).default(5000),
  IMPORT_HOSTS: hosts.optional(),
  S3_ENDPOINT: webUrl.optional(),
  S3_BUCKET: word.optional(),
  S3_REGION: word.default('us-east-1'),
  S3_ACCESS_KEY_ID: word.optional(),
  S3_SECRET_ACCESS_KEY: word.optional(),
  ROBOT_CHECK: oneOf('altcha', 'recaptcha', 'off').optional(),
  RECAPTCHA_SITE_KEY: z.string().min(1).optional(),
  RECAPTCHA_SECRET: z.string().min(1).optional(),
  RECAPTCHA_BASE_URL: webUrl.default('https://www.google.com/recaptcha'),
  TRUST_PROXY: proxies.optional(),
  CDN: oneOf(...CDN_NAMES).optional(),
  CDN_PURGE_URL: webUrl.optional(),
  CDN_PURGE_TOKEN: word.optional(),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  METRICS_TOKEN: word.min(16, 'has to have 16 characters or more').optional(),
  LOG_REQUEST_IDS: flag.default(false),
  // The standard variables of OpenTelemetry, which its SDK reads itself.
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_SAMPLER: oneOf(...SAMPLERS).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number(FRACTION).min(0, FRACTION).max(1, FRACTION).optional(),
  OTEL_SDK_DISABLED: oneOf('true', 'false').optional(),
  UPDATES_URL: webUrl.optional(),
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('warn'),
})

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(Settings.shape)

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

/** Validates the environment. Throws one sentence that names every invalid setting. */
export function readEnv(source: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const { data, error } = Environment.safeParse(given)
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
    RATE_LIMITS: data.RATE_LIMITS ?? true,
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

/** Whether a host name or address is this machine's own. */
export const isLoopback = (host: string) => /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

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

/** The configured robot check. */
export function robotCheck({ ROBOT_CHECK: provider, ...env }: Env): RobotCheck {
  if (provider !== 'recaptcha') return { provider }
  const { RECAPTCHA_SITE_KEY: siteKey = '', RECAPTCHA_SECRET: secret = '', RECAPTCHA_BASE_URL: baseUrl } = env
  return { provider, siteKey, secret, baseUrl: baseUrl.replace(/\/$/, '') }
}
