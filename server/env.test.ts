import { expect, test } from 'vitest'
import { readEnv, requireIntendedPayments } from './env.ts'

test.for([
  ['127.0.0.1', ['127.0.0.1']],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ['loopback,uniquelocal', ['loopback', 'uniquelocal']],
  ['2001:db8::/32', ['2001:db8::/32']],
] as const)('TRUST_PROXY=%s names the proxies %j', ([text, proxies]) => {
  expect(readEnv({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(proxies)
})

// A number of hops would believe anybody who reaches the shop past its proxy, and /0 the whole world.
test.for(['true', '1', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', 'proxy.example', '127.0.0.1,,'])(
  'TRUST_PROXY=%s stops the start',
  (text) => {
    expect(() => readEnv({ TRUST_PROXY: text })).toThrow(/TRUST_PROXY: is a list of addresses or networks/)
  },
)

test.for([
  [undefined, true],
  ['on', true],
  ['off', false],
] as const)('RATE_LIMITS=%s limits: %s', ([text, isOn]) => {
  expect(readEnv({ RATE_LIMITS: text }).RATE_LIMITS).toBe(isOn)
})

const SQUARE = {
  SQUARE_ACCESS_TOKEN: 'EAAAl-token',
  SQUARE_APPLICATION_ID: 'sq0idp-shop',
  SQUARE_LOCATION_ID: 'L1',
  SQUARE_ENVIRONMENT: 'production',
}

test('a whole configuration of Square is taken as it is', () => {
  expect(readEnv(SQUARE)).toMatchObject(SQUARE)
})

test.for([
  [
    'a token without its location',
    { ...SQUARE, SQUARE_LOCATION_ID: '' },
    'SQUARE_ACCESS_TOKEN: needs SQUARE_LOCATION_ID',
  ],
  ['a token without its application', { ...SQUARE, SQUARE_APPLICATION_ID: '' }, 'SQUARE_ACCESS_TOKEN: needs '],
  [
    'an account without its token',
    { SQUARE_LOCATION_ID: 'L1' },
    'SQUARE_LOCATION_ID: and SQUARE_APPLICATION_ID need SQUARE_ACCESS_TOKEN beside them',
  ],
  ['production without a token', { SQUARE_ENVIRONMENT: 'production' }, 'SQUARE_ENVIRONMENT: production needs '],
  [
    'an application of the sandbox in production',
    { ...SQUARE, SQUARE_APPLICATION_ID: 'sandbox-sq0idb-shop' },
    'SQUARE_APPLICATION_ID: is for the sandbox',
  ],
  [
    'a token with its quotes',
    { ...SQUARE, SQUARE_ACCESS_TOKEN: '"secret-token"' },
    'SQUARE_ACCESS_TOKEN: has a space or ',
  ],
  [
    'a key without its address',
    { SQUARE_WEBHOOK_SIGNATURE_KEY: 'a-secret-signature-key' },
    'SQUARE_WEBHOOK_SIGNATURE_KEY: and ',
  ],
  [
    'an address without its key',
    { SQUARE_WEBHOOK_URL: 'https://shop.test/api/webhooks/square' },
    'SQUARE_WEBHOOK_SIGNATURE_KEY: and SQUARE_WEBHOOK_URL need each other',
  ],
  [
    'a weak key',
    { SQUARE_WEBHOOK_SIGNATURE_KEY: 'secret', SQUARE_WEBHOOK_URL: 'https://shop.test/api/webhooks/square' },
    'SQUARE_WEBHOOK_SIGNATURE_KEY: is too short',
  ],
  [
    'a database of several hosts',
    { DATABASE_URL: 'postgres://shop:a@one,two/shop' },
    'DATABASE_URL: names several hosts',
  ],
  ['a database of several ports', { DATABASE_URL: 'postgres://one:1,two:2/shop' }, 'DATABASE_URL: names several hosts'],
  [
    'a database of several hosts and a password with a comma',
    { DATABASE_URL: 'postgres://shop:a,b@one,two/shop' },
    'DATABASE_URL: names several hosts',
  ],
  [
    'a database of several sockets',
    { DATABASE_URL: 'postgres://a@/shop?host=a,b' },
    'DATABASE_URL: names several hosts',
  ],
  ['PostgreSQL itself without a pooler', { DATABASE_DIRECT_URL: 'postgres://a/shop' }, 'DATABASE_DIRECT_URL: needs '],
  ['a CDN without the address of its purges', { CDN: 'varnish' }, 'CDN: and CDN_PURGE_URL need each other'],
  [
    'a CDN without its token',
    { CDN: 'fastly', CDN_PURGE_URL: 'https://api.fastly.com/service/a/purge' },
    'CDN_PURGE_TOKEN: is needed by this CDN',
  ],
  ['a short password', { ADMIN_PASSWORD: 'secret' }, 'ADMIN_PASSWORD: has to have 8 characters or more'],
] as const)('%s stops the start with one line, without the secret', { tags: ['O7'] }, ([, env, line]) => {
  const readSettings = () => readEnv(env)
  expect(readSettings).toThrow(`The configuration is wrong. ${line}`)
  expect(readSettings).not.toThrow(/secret-|secret$|"secret|\n/)
})

test.for([
  'postgres://shop:a,b@one/shop',
  'postgres://shop@/shop?host=/tmp/a',
  'postgresql://one:5432/shop?application_name=a,b',
])('a database may be named as %s', (url) => {
  expect(readEnv({ DATABASE_URL: url }).DATABASE_URL).toBe(url)
})

const SANDBOX = { ...SQUARE, SQUARE_ENVIRONMENT: 'sandbox' }
const PUBLIC = { SHOP_URL: 'https://shop.example' }

test.for([
  ['a public address without an account', PUBLIC, /SHOP_URL=https:\/\/shop\.example.*there is no Square account/],
  ['a public address with a sandbox', { ...PUBLIC, ...SANDBOX }, /the Square account is a sandbox/],
  ['a plain public address', { SHOP_URL: 'http://shop.example' }, /PAYMENTS=demo/],
  ['every address of the machine', { HOST: '0.0.0.0' }, /HOST=0\.0\.0\.0/],
  ['every address of the machine, in IPv6', { HOST: '::' }, /PAYMENTS=demo/],
  ['an address of the network', { HOST: '192.168.1.7' }, /PAYMENTS=demo/],
] as const)('%s does not start by accident', { tags: ['O9'] }, ([, env, sentence]) => {
  expect(() => requireIntendedPayments(readEnv(env))).toThrow(sentence)
  expect(() => requireIntendedPayments(readEnv({ ...env, PAYMENTS: 'demo' }))).not.toThrow()
})

test.for([
  ['on this machine alone', {}],
  ['under the name of this machine', { HOST: 'localhost', SHOP_URL: 'http://localhost:3000' }],
  ['at an address of this machine', { HOST: '127.0.0.1', SHOP_URL: 'http://127.0.0.1:3000' }],
  ['at its address in IPv6', { HOST: '::1', SHOP_URL: 'http://[::1]:3000' }],
  ['in public with a live account', { ...PUBLIC, ...SQUARE, HOST: '0.0.0.0' }],
] as const)('a shop starts %s', ([, env]) => {
  expect(() => requireIntendedPayments(readEnv(env))).not.toThrow()
})

test.for([
  [{ PAYMENTS: 'live' }, /PAYMENTS: can only be demo/],
  [{ PAYMENTS: 'demo', ...SQUARE }, /PAYMENTS: is demo, and SQUARE_ENVIRONMENT is production/],
])('with %j the shop does not start', ([env, sentence]) => {
  expect(() => readEnv(env as Record<string, string>)).toThrow(sentence as RegExp)
})

const KEYS = { RECAPTCHA_SITE_KEY: 'public', RECAPTCHA_SECRET: 'private' }

test.for([
  [{}, 'altcha'],
  [{ ROBOT_CHECK: 'off' }, 'off'],
  [KEYS, 'recaptcha'],
  [{ ROBOT_CHECK: 'altcha', ...KEYS }, 'altcha'],
] as const)('with %j the robot check is %s', ([env, check]) => {
  expect(readEnv(env).ROBOT_CHECK).toBe(check)
})

test.for([
  [{ ROBOT_CHECK: 'recaptcha' }, /ROBOT_CHECK: recaptcha needs/],
  [{ RECAPTCHA_SECRET: 'private' }, /RECAPTCHA_SITE_KEY: and RECAPTCHA_SECRET need each other/],
  [{ ROBOT_CHECK: 'captcha' }, /ROBOT_CHECK/],
] as const)('with %j the shop does not start', ([env, sentence]) => {
  expect(() => readEnv(env)).toThrow(sentence)
})

test('SMTP_URL names a mail server', () => {
  expect(readEnv({ SMTP_URL: 'smtp://shop:secret@mail.example:587' }).SMTP_URL).toContain('mail.example')
})

test.for(['mail.example', 'https://shop:hidden@mail.example', 'smtp://'])('SMTP_URL=%s stops the start', (text) => {
  expect(() => readEnv({ SMTP_URL: text })).toThrow(/SMTP_URL: must look like smtp:/)
  // It may hold a password.
  expect(() => readEnv({ SMTP_URL: text })).not.toThrow(/hidden/)
})

test.for([
  ['PORT', 'http', 'is not a whole number from 0 to 65535'],
  ['BACKUP_HOUR', '24', 'is not a whole number from 0 to 23'],
  ['DEMO', 'maybe', 'is neither 1 nor 0'],
  ['SHOP_URL', 'shop.example', 'is not a URL like https://shop.example'],
  ['ADMIN_EMAIL', 'owner', 'is not an email address'],
  ['SQUARE_ENVIRONMENT', 'test', 'is none of production, sandbox'],
  ['OTEL_TRACES_SAMPLER_ARG', '2', 'is not a number from 0 to 1'],
  ['OTEL_SDK_DISABLED', 'yes', 'is none of true, false'],
  ['LOG_LEVEL', 'loud', 'is none of trace, debug, info, warn, error, fatal, silent'],
  ['DRAIN_SECONDS', '1.5', 'is not a whole number from 0 to 300'],
  ['DATABASE_URL', 'mysql://shop', 'is not a URL like postgres://user:password@host:5432/shop'],
] as const)('%s=%s stops the start with a sentence: %s', ([name, text, sentence]) => {
  expect(() => readEnv({ [name]: text })).toThrow(`${name}: ${sentence}`)
})
