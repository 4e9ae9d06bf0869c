import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SETTING_NAMES } from '#server/env.ts'
import { figure } from '#server/testing/torture.ts'
import { loadSettings } from './settings-file.ts'

/** Loads a settings file with this text over an environment. */
async function loadFile(text: string, environment: Record<string, string> = {}, mode = 0o600) {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-settings-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'shop.env')
  await writeFile(file, text)
  await chmod(file, mode)
  const env: NodeJS.ProcessEnv = { ENV_FILE: file, ...environment }
  const warnings = loadSettings(env)
  return { env, warnings }
}

test('the shop reads its settings from the file, and the environment wins', async () => {
  const text =
    '\uFEFF# My shop\r\nPORT=4000\r\nexport WORKERS=2\r\n\r\nMAIL_FROM="mara@keramik.example" # me\r\nDEMO=0\r\n'
  const { env, warnings } = await loadFile(text, { PORT: '5000', DEMO: '' })
  expect(env).toMatchObject({ PORT: '5000', WORKERS: '2', MAIL_FROM: 'mara@keramik.example', DEMO: '' })
  expect(warnings).toEqual([])
})

const DATABASES =
  'DATABASE_URL=postgres://pooler/shop\nDATABASE_DIRECT_URL=postgres://primary/shop\nDATABASE_REPLICA_URL=postgres://replica/shop'

test('for another database of the environment the other databases of the file do not count', async () => {
  const { env, warnings } = await loadFile(DATABASES, { DATABASE_URL: 'postgres://elsewhere/copy' })
  expect(env).toMatchObject({ DATABASE_URL: 'postgres://elsewhere/copy' })
  expect(Object.keys(env)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^DATABASE_(DIRECT|REPLICA)/)]))
  expect(warnings).toEqual([
    expect.stringMatching(/^DATABASE_DIRECT_URL of .* is ignored/),
    expect.stringMatching(/^DATABASE_REPLICA_URL of .* is ignored/),
  ])
})

test.for([
  ['the same database', DATABASES, { DATABASE_URL: 'postgres://pooler/shop' }],
  ['PostgreSQL itself elsewhere', DATABASES, { DATABASE_DIRECT_URL: 'postgres://primary/shop' }],
  ['the database alone', DATABASES.replace(/^.*\n/, ''), { DATABASE_URL: 'postgres://pooler/shop' }],
] as const)('with %s of the environment the others of the file count', async ([, text, environment]) => {
  const { env, warnings } = await loadFile(text, environment)
  expect(env).toMatchObject({
    DATABASE_URL: 'postgres://pooler/shop',
    DATABASE_DIRECT_URL: 'postgres://primary/shop',
    DATABASE_REPLICA_URL: 'postgres://replica/shop',
  })
  expect(warnings).toEqual([])
})

test.for([
  ['SMPT_URL', 'SMTP_URL'],
  ['square_access_token', 'SQUARE_ACCESS_TOKEN'],
  ['SQUARE_ACESS_TOKEN', 'SQUARE_ACCESS_TOKEN'],
  ['SQUARE_TOKEN', 'SQUARE_ACCESS_TOKEN'],
  ['SQUARE_ENV', 'SQUARE_ENVIRONMENT'],
  ['SHOPURL', 'SHOP_URL'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
])('%s in the file stops the start and names %s', { tags: ['O13'] }, async ([wrong, right]) => {
  await expect(loadFile(`${wrong}=secret-value`)).rejects.toThrow(
    new RegExp(`has ${wrong}, .* Did you mean ${right}\\?$`),
  )
})

/** Every way to slip once in a name: a letter left out, doubled, replaced or exchanged with the next. */
const slipsOf = (name: string) =>
  [...name].flatMap((letter, at) => {
    const [before, after] = [name.slice(0, at), name.slice(at + 1)]
    const swapLetters = `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`
    return [before + after, before + letter + letter + after, `${before}X${after}`, swapLetters]
  })

test('every single slip in every name stops the start', { tags: ['O13'] }, async ({ task }) => {
  const slips = SETTING_NAMES.flatMap(slipsOf).filter((name) => name && !SETTING_NAMES.includes(name))
  const silent = []
  for (const name of slips) {
    const stop = await loadFile(`${name}=a`).then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (!/Did you mean|is not a setting/.test(stop ?? '')) silent.push(name)
  }
  expect(silent).toEqual([])
  figure(task, `${slips.length} slips in ${SETTING_NAMES.length} names, every one stops the start`)
})

test('a setting of another program is ignored with a warning', async () => {
  const { env, warnings } = await loadFile('NODE_EXTRA_CA_CERTS=/etc/ca.pem\nPORT=4000')
  expect(env).not.toHaveProperty('NODE_EXTRA_CA_CERTS')
  expect(env.PORT).toBe('4000')
  expect(warnings).toMatchObject([expect.stringMatching(/has NODE_EXTRA_CA_CERTS, .* ignored\./)])
})

test('a misspelled variable of the environment is reported, other programs’ variables are not', async () => {
  const { warnings } = await loadFile('', { SMPT_URL: 'x', PATH: '/bin', HOME: '/', LOGNAME: 'me', MAIL: '/var/mail' })
  expect(warnings).toEqual(['The environment has SMPT_URL, which is no setting of the shop. Did you mean SMTP_URL?'])
})

test.for([
  ['SMTP_URL: smtp://mail.example', /^Line 2 of \S+ is not a setting\. Write it as NAME=value/],
  ['ADMIN_PASSWORD=violet#teapot', /^Line 2 of \S+: the value of ADMIN_PASSWORD has a # or a quotation mark/],
  ['ADMIN_PASSWORD="violet teapot', /^Line 2 of \S+: the value of ADMIN_PASSWORD has a # or a quotation mark/],
] as const)('the line %j stops the start without its value', { tags: ['O13'] }, async ([line, sentence]) => {
  await expect(loadFile(`PORT=4000\n${line}`)).rejects.toThrow(sentence)
  await expect(loadFile(`PORT=4000\n${line}`)).rejects.not.toThrow(/violet/)
})

test('a value with a # in quotes is read whole', async () => {
  expect((await loadFile("ADMIN_PASSWORD='violet#teapot'")).env.ADMIN_PASSWORD).toBe('violet#teapot')
})

test.for([
  [0o600, 'SMTP_URL=smtp://a:b@mail.example', 0],
  [0o640, 'SMTP_URL=smtp://a:b@mail.example', 0],
  [0o644, 'SMTP_URL=smtp://a:b@mail.example', 1],
  [0o644, 'PORT=4000', 0],
] as const)('a file of mode %o with %s gets %i warnings', async ([mode, text, count]) => {
  const { warnings } = await loadFile(text, {}, mode)
  expect(warnings).toHaveLength(count)
  if (count) expect(warnings[0]).toMatch(/^Everybody on this machine can read the secrets in \S+\. Run: chmod o= \S+$/)
})

test('a named file that does not exist or is a folder stops the start; without a name there need not be one', () => {
  expect(() => loadSettings({ ENV_FILE: '/nowhere/shop.env' })).toThrow(
    'The settings file /nowhere/shop.env cannot be read (ENOENT).',
  )
  expect(() => loadSettings({ ENV_FILE: tmpdir() })).toThrow(/cannot be read \(EISDIR\)/)
  expect(loadSettings({ ENV_FILE: 'none', PORT: '1' })).toEqual([])
})

test('.env.example explains every setting of the shop, and sets none', async () => {
  const lines = (await readFile('.env.example', 'utf8')).split('\n')
  const namedSettings = lines.flatMap((line, index) => {
    const [, name] = /^#([A-Z][A-Z0-9_]*)=/.exec(line) ?? []
    return name ? [{ name, above: lines[index - 1] ?? '' }] : []
  })
  expect(namedSettings.map(({ name }) => name).sort()).toEqual([...SETTING_NAMES].sort())
  expect(namedSettings.filter(({ above }) => !/^# \S.*\S$/.test(above))).toEqual([])
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
})
