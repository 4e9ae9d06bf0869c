import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '#server/shop/payments/simulator/simulator.ts'
import {
  addEnteredSettings,
  countedSettings,
  enteredSettings,
  withoutEntered,
} from '#server/shop/settings/entered-settings.ts'
import { testApp } from '#server/testing/app.ts'
import { admin } from '#server/testing/factories.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { readMessage } from '#server/testing/messages.ts'
import { testSimulator } from '#server/testing/test-simulator.ts'
import type { Connections, MailEntry, PaymentsEntry } from '../contract.ts'
import type { ConnectionPlace } from './connections.ts'
import { CONNECTIONS_SETUP } from './texts.ts'

// A log with times, ports and ids has no four letters like its last ones by chance.
const TOKEN = 'EAAAsecret-token-zqxj'
const KEY = 'signature-key-of-square'
const PASSWORD = 'p@ss/w:rd#1'

const SQUARE: PaymentsEntry = {
  ...{ environment: 'sandbox', applicationId: 'sandbox-sq0idb-a', locationId: 'L1' },
  ...{ accessToken: TOKEN, webhookKey: KEY },
}
const MAIL: MailEntry = {
  ...{ server: 'mail.keramik.test', port: 465, user: 'mara@keramik.test', password: PASSWORD },
  sender: 'orders@keramik.test',
}

/** A shop whose owner enters its connections. `sent` has every answer and every line of its log. */
async function shopWith(environment: NodeJS.ProcessEnv = {}, { restart }: Partial<ConnectionPlace> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'boutique-connections-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const sent: string[] = []
  const logTo = { write: (line: string) => void sent.push(line) }
  const connections = { dataDir, environment: { DATA_DIR: dataDir, ...environment }, restart }
  const shop = await testApp({ connections, shopUrl: 'https://shop.test' }, { logLevel: 'trace', logTo })
  const { token } = await admin(shop.db, { email: 'mara@keramik.test' })
  const note = <Answer extends { payload: string }>(answer: Answer) => {
    sent.push(answer.payload)
    return answer
  }
  return {
    ...shop,
    ...{ token, dataDir, sent },
    file: join(dataDir, 'entered-settings.json'),
    get: async (path: string) => note(await shop.get(path, token)),
    enter: async (name: 'payments' | 'mail', body: object) =>
      note(await shop.put(`/api/setup/connections/${name}`, body, token)),
    test: async (name: 'payments' | 'mail', body: object) =>
      note(await shop.post(`/api/setup/connections/${name}/test`, body, token)),
    list: async (accessToken: string, environment = 'sandbox') => {
      const path = '/api/setup/connections/payments/locations'
      return note(await shop.post(path, { environment, accessToken }, token))
    },
    shown: async () => note(await shop.get('/api/setup/connections', token)).json<Connections>(),
  }
}

const NOTHING = {
  payments: { from: 'none', enteredAt: null, environment: 'sandbox', hasWebhookKey: false },
  mail: { from: 'none', enteredAt: null, server: '', port: 587 },
  ...{ needsRestart: false, canRestart: false },
}

test('what is entered counts from the next start on, in a file that only the shop can read', async () => {
  const { shown, enter, file, dataDir, token, remove } = await shopWith()
  expect(await shown()).toMatchObject(NOTHING)
  expect((await enter('payments', SQUARE)).statusCode).toBe(200)
  expect((await enter('mail', MAIL)).json()).toMatchObject({
    payments: { from: 'entered', applicationId: SQUARE.applicationId, locationId: 'L1', hasWebhookKey: true },
    mail: { from: 'entered', server: 'mail.keramik.test', port: 465, sender: 'orders@keramik.test' },
    needsRestart: true,
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const environment: NodeJS.ProcessEnv = { DATA_DIR: dataDir }
  addEnteredSettings(environment, await enteredSettings(dataDir))
  expect(environment).toMatchObject({
    ...{ SQUARE_ACCESS_TOKEN: TOKEN, SQUARE_APPLICATION_ID: SQUARE.applicationId, SQUARE_LOCATION_ID: 'L1' },
    ...{ SQUARE_WEBHOOK_SIGNATURE_KEY: KEY, SQUARE_WEBHOOK_URL: 'https://shop.test/api/webhooks/square' },
    ...{ SMTP_URL: 'smtps://mara%40keramik.test:p%40ss%2Fw%3Ard%231@mail.keramik.test:465' },
    MAIL_FROM: 'orders@keramik.test',
  })
  expect(withoutEntered(environment).environment).toEqual({ DATA_DIR: dataDir })

  const removed = await remove('/api/setup/connections/payments', token)
  expect(removed.json()).toMatchObject({ payments: { from: 'none', applicationId: '' }, needsRestart: true })
  expect(await readFile(file, 'utf8')).not.toContain(TOKEN)
})

test('no secret is in any answer, in the log, or in the audit log, which names who entered it', async () => {
  const { enter, test, list, shown, get, sent, app } = await shopWith({ SQUARE_BASE_URL: 'http://127.0.0.1:9' })
  await enter('payments', SQUARE)
  await enter('mail', MAIL)
  await enter('payments', { ...SQUARE, applicationId: '' })
  await test('payments', SQUARE)
  await list(TOKEN)
  await test('mail', { ...MAIL, server: '127.0.0.1', port: 9 })
  await shown()
  for (const path of ['/api/setup', '/api/setup/health', '/api/setup/connections']) await get(path)
  await app.saveAuditEvents()
  const log = await get('/api/admin/audit-log?kind=settings_changed')
  const calls = log.json().events.map(({ call }: { call: string }) => call)
  expect(calls).toContain('PUT /api/setup/connections/payments')
  expect(calls).toContain('PUT /api/setup/connections/mail')
  expect(sent.length).toBeGreaterThan(5)
  for (const secret of [TOKEN, TOKEN.slice(-4), KEY, PASSWORD, encodeURIComponent(PASSWORD)])
    expect(sent.filter((text) => text.includes(secret))).toEqual([])
})

test('a live account ends the demo that the settings file allows, until it is removed', async () => {
  const { enter, dataDir } = await shopWith({ PAYMENTS: 'demo', SHOP_URL: 'https://shop.test' })
  const live = { ...SQUARE, environment: 'production', applicationId: 'sq0idp-a' }
  expect((await enter('payments', live)).statusCode).toBe(200)
  const environment: NodeJS.ProcessEnv = { PAYMENTS: 'demo', SHOP_URL: 'https://shop.test' }
  addEnteredSettings(environment, await enteredSettings(dataDir))
  expect(environment).toMatchObject({ SQUARE_ENVIRONMENT: 'production', SQUARE_ACCESS_TOKEN: TOKEN })
  expect(environment.PAYMENTS).toBe(undefined)
  expect(withoutEntered(environment).environment).toEqual({ PAYMENTS: 'demo', SHOP_URL: 'https://shop.test' })
})

test('the environment wins, says so, and refuses what is entered', async () => {
  const environment = { SMTP_URL: 'smtp://user:geheim@mail.host.test:587', MAIL_FROM: 'shop@host.test' }
  const { shown, enter, dataDir } = await shopWith(environment)
  expect((await shown()).mail).toMatchObject({
    from: 'environment',
    server: 'mail.host.test',
    sender: 'shop@host.test',
  })
  const refused = await enter('mail', MAIL)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'connection_configured', message: CONNECTIONS_SETUP.configured }),
  ])
  expect((await enter('payments', SQUARE)).statusCode).toBe(200)
  const entered = { ...(await enteredSettings(dataDir)), mail: { at: '', values: { SMTP_URL: 'smtp://other.test' } } }
  expect(countedSettings(environment, entered)).not.toHaveProperty('SMTP_URL')
})

test('a secret that is left empty stays, but is sent to no other mail server', async () => {
  const { enter, dataDir } = await shopWith()
  await enter('payments', SQUARE)
  await enter('payments', { ...SQUARE, locationId: 'L2', accessToken: '', webhookKey: '' })
  expect((await enteredSettings(dataDir)).payments?.values).toMatchObject({
    ...{ SQUARE_ACCESS_TOKEN: TOKEN, SQUARE_LOCATION_ID: 'L2', SQUARE_WEBHOOK_SIGNATURE_KEY: KEY },
  })
  const without = { ...MAIL, user: '', password: '' }
  const urlAfter = async (entry: MailEntry) => {
    await enter('mail', entry)
    return (await enteredSettings(dataDir)).mail?.values.SMTP_URL
  }
  const url = await urlAfter(MAIL)
  expect(await urlAfter({ ...without, sender: 'new@keramik.test' })).toBe(url)
  expect(await urlAfter({ ...without, server: 'evil.test' })).toBe('smtps://evil.test:465')
})

test.for<[string, 'payments' | 'mail', object, NodeJS.ProcessEnv, string]>([
  ['no token', 'payments', { ...SQUARE, accessToken: '' }, {}, 'SQUARE_ACCESS_TOKEN'],
  ['a sandbox ID for real money', 'payments', { ...SQUARE, environment: 'production' }, {}, 'is for the sandbox'],
  ['a short webhook key', 'payments', { ...SQUARE, webhookKey: 'short' }, {}, 'too short'],
  ['a space in the token', 'payments', { ...SQUARE, accessToken: 'a b' }, {}, 'space'],
  ['a special letter in the token', 'payments', { ...SQUARE, accessToken: 'EAAĀ' }, {}, 'special letter'],
  ['no server', 'mail', { ...MAIL, server: 'http://x' }, {}, 'mail server'],
  ['a public shop with a sandbox', 'payments', SQUARE, { SHOP_URL: 'https://shop.test' }, 'would not start'],
])('%s is refused, because the shop would not start with it', async ([, name, entry, environment, reason]) => {
  const { enter, dataDir } = await shopWith(environment)
  const refused = await enter(name, entry)
  expect(refused.statusCode).toBe(400)
  expect(refused.payload).toContain(reason)
  expect(await enteredSettings(dataDir)).toEqual({})
})

test('the test of a mail server sends the caller an email, and saves nothing', async () => {
  const { port, received } = await mailServer()
  const { test, dataDir } = await shopWith()
  const answer = await test('mail', { ...MAIL, server: '127.0.0.1', port, user: '', password: '' })
  expect(answer.json()).toMatchObject({ name: 'mail', state: 'good' })
  expect(received.map(({ to }) => to)).toEqual([['mara@keramik.test']])
  expect(readMessage(received[0]?.raw ?? '').text).toContain('https://shop.test/admin/shop-check')
  expect(await enteredSettings(dataDir)).toEqual({})
  expect((await test('mail', { ...MAIL, server: '127.0.0.1', port: 9 })).json()).toMatchObject({ state: 'todo' })
})

test('the test of a card account asks it for the location', async () => {
  const { url } = await testApp()
  const simulator = await startSimulator({ databaseUrl: url, webhook: undefined })
  onTestFinished(() => simulator.stop())
  const { test, dataDir } = await shopWith({ SQUARE_BASE_URL: simulator.baseUrl })
  const entry = { ...SQUARE, accessToken: simulator.accessToken, locationId: simulator.locationId, webhookKey: '' }
  expect((await test('payments', entry)).json()).toMatchObject({
    finding: expect.stringContaining('sandbox answers for'),
  })
  expect((await test('payments', { ...entry, locationId: 'LOTHER' })).json()).toMatchObject({ state: 'todo' })
  expect(await enteredSettings(dataDir)).toEqual({})
})

/** A shop beside a card account, whose location is altered by these fields. */
async function shopBeside(alter?: object) {
  const simulator = await testSimulator()
  if (alter) await simulator.faults([{ on: 'listLocations', do: { alter } }])
  return { ...(await shopWith({ SQUARE_BASE_URL: simulator.baseUrl })), simulator }
}

test('an access token lists the locations of its account, and so does the one that was entered', async () => {
  const { list, enter, simulator, dataDir } = await shopBeside()
  const { accessToken, locationId } = simulator
  const locations = [{ id: locationId, name: 'Simulator' }]
  expect((await list(accessToken)).json()).toEqual({ locations })
  expect((await list(accessToken, 'production')).json()).toEqual({ locations })
  expect(await enteredSettings(dataDir)).toEqual({})
  await enter('payments', { ...SQUARE, accessToken, locationId })
  expect((await list('')).json()).toEqual({ locations })
})

test('an access token that lists no location says what to do', async () => {
  const { list, simulator } = await shopBeside({ currency: 'CAD' })
  const problemOf = async (token: string) => {
    const { statusCode, json } = await list(token)
    const { message, issues } = json()
    return [statusCode, message, issues?.[0]?.path]
  }
  expect(await problemOf('')).toEqual([400, CONNECTIONS_SETUP.noToken, 'accessToken'])
  expect(await problemOf('EAAAother')).toEqual([400, CONNECTIONS_SETUP.refusedToken.sandbox, 'accessToken'])
  expect(await problemOf(simulator.accessToken)).toEqual([400, CONNECTIONS_SETUP.noLocation, 'accessToken'])
  await simulator.faults([{ on: 'listLocations', do: { reset: true } }])
  expect(await problemOf(simulator.accessToken)).toEqual([503, CONNECTIONS_SETUP.noAnswer, undefined])
})

test('a restart happens after its answer, and only where something can', async () => {
  const restarted = Promise.withResolvers<void>()
  const able = await shopWith({}, { restart: restarted.resolve })
  expect((await able.shown()).canRestart).toBe(true)
  expect((await able.post('/api/setup/restart', undefined, able.token)).statusCode).toBe(202)
  await restarted.promise
  const unable = await shopWith()
  expect((await unable.post('/api/setup/restart', undefined, unable.token)).json()).toMatchObject({
    code: 'restart_unavailable',
  })
})

test('a damaged file stops the start with a sentence', async () => {
  const { dataDir, file } = await shopWith()
  await writeFile(file, '{')
  await expect(enteredSettings(dataDir)).rejects.toThrow(/is damaged/)
})
