import { chmod, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { readEnv } from '#server/env.ts'
import type { Context } from '#server/platform/context.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { smtpMailer } from '#server/platform/outbox/smtp-mailer.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import type { Gateway } from '#server/shop/payments/gateway.ts'
import { discrepancies, webhookEvents } from '#server/shop/schema/payments.ts'
import { testApp, testDependencies } from '#server/testing/app.ts'
import { admin } from '#server/testing/factories.ts'
import { simulatorBehind } from '#server/testing/gateway.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { readMessage } from '#server/testing/messages.ts'
import { TestEmail } from '../contract.ts'
import { askedAddress, configuredAddress, testedAddress } from './address-check.ts'
import { disk } from './disk-checks.ts'
import { type SetupFacts, setupFacts } from './facts.ts'

/** The setup page of a shop with these facts, as its admin sees it. */
async function shopWith(facts: Partial<SetupFacts> = {}, overrides: Partial<Context> = {}) {
  const shop = await testApp({ setup: { ...testDependencies(tmpdir()).setup, ...facts }, ...overrides })
  const { token } = await admin(shop.db, { email: 'mara@keramik.test' })
  const check = async (name: SetupCheck['name']) => {
    const { checks } = (await shop.get('/api/setup', token)).json<{ checks: SetupCheck[] }>()
    return checks.find((one) => one.name === name)
  }
  const test = async (name: string) => (await shop.post(`/api/setup/${name}`, undefined, token)).json()
  return { ...shop, token, check, test }
}

const asSquare = (gateway: Gateway, isSandbox: boolean): Gateway => ({
  ...gateway,
  setup: { provider: 'square', applicationId: 'sq0idp-a', locationId: 'L1', scriptUrl: 'https://s.test', isSandbox },
})

/** A shop whose card service is the simulator, called Square. */
async function shopWithSquare({ isSandbox = false, ...facts }: Partial<SetupFacts> & { isSandbox?: boolean } = {}) {
  const { shop } = await testApp()
  const testShop = await shopWith(facts, { gateway: asSquare(shop.gateway, isSandbox) })
  return { ...testShop, controls: simulatorBehind(shop.gateway) }
}

test('a shop without a card account is told which lines to write', async () => {
  const { check, test } = await shopWith()
  const simulatedCards = {
    state: 'todo',
    finding: 'Payments are simulated, and no card is charged.',
    lines: ['SQUARE_ENVIRONMENT=sandbox', 'SQUARE_ACCESS_TOKEN=…', expect.any(String), 'SQUARE_LOCATION_ID=…'],
  }
  expect(await check('payments')).toMatchObject(simulatedCards)
  expect(await test('payments')).toMatchObject(simulatedCards)
  expect(await check('webhooks')).toBe(undefined)
})

test('a card account is tested at a press', async () => {
  const { check, test, controls } = await shopWithSquare()
  expect(await check('payments')).toMatchObject({ state: 'untested' })
  expect((await controls.calls()).seen).toMatchObject({ getLocation: 0 })
  expect(await test('payments')).toMatchObject({
    state: 'good',
    finding: expect.stringMatching(/^Square answers, and takes cards for “.+” in US dollars\.$/),
  })
  await controls.faults([{ on: 'getLocation', do: { alter: { status: 'INACTIVE' } } }])
  expect(await test('payments')).toMatchObject({ state: 'todo', finding: 'The Square location is not active.' })
  await controls.faults([{ on: 'getLocation', do: { status: 503 } }])
  expect(await test('payments')).toMatchObject({ state: 'todo', finding: 'Square does not answer.' })
  await controls.faults([{ on: 'getLocation', do: { status: 401 } }])
  expect(await test('payments')).toMatchObject({
    state: 'todo',
    finding: 'Square refuses our access token or location (401).',
    todo: expect.stringContaining('Keys of the sandbox work only there.'),
  })
})

test('a sandbox that answers is not yet a shop that sells', async () => {
  const { test } = await shopWithSquare({ isSandbox: true })
  expect(await test('payments')).toMatchObject({
    state: 'todo',
    finding: expect.stringContaining('Test cards work, and no money moves.'),
    lines: expect.arrayContaining(['SQUARE_ENVIRONMENT=production']),
  })
})

test('the last message of Square is shown, and an address that is not the shop’s', async () => {
  const webhookUrl = 'http://shop.test/api/webhooks/square'
  const none = await shopWithSquare()
  expect(await none.check('webhooks')).toMatchObject({
    state: 'todo',
    lines: [`SQUARE_WEBHOOK_URL=${webhookUrl}`, expect.any(String)],
  })
  const other = await shopWithSquare({ webhookUrl: 'https://old.test/api/webhooks/square' })
  expect(await other.check('webhooks')).toMatchObject({ state: 'todo', finding: expect.stringContaining('old.test') })
  const { check, db } = await shopWithSquare({ webhookUrl })
  expect(await check('webhooks')).toMatchObject({
    state: 'untested',
    finding: 'Nothing has been heard from Square yet.',
  })
  await db.insert(webhookEvents).values({ eventId: 'e1', body: '{}', receivedAt: new Date('2026-11-21T18:44:00Z') })
  expect(await check('webhooks')).toMatchObject({ state: 'good', finding: expect.stringContaining('Nov 21, 2026') })
})

/** A shop with a mail server of this kind, and its test email: sent, and followed. */
async function shopWithMail(faults: Parameters<typeof mailServer>[0] = {}) {
  const server = await mailServer(faults)
  const shop = await shopWith({ mailServer: 'localhost', mailFrom: 'mara@keramik.test' })
  const mailer = smtpMailer(`smtp://localhost:${server.port}`, 'mara@keramik.test')
  onTestFinished(() => mailer.close())
  const deliver = () => sendDueMails({ db: shop.db, mailer, shopUrl: 'http://shop.test', log: shop.app.log })
  const progress = async (id: number) => (await shop.get(`/api/setup/mail/${id}`, shop.token)).json<SetupCheck>()
  return { ...shop, ...server, deliver, progress }
}

test('a test email goes through the outbox to the admin, and is followed to the server’s yes', async () => {
  const { check, test, deliver, progress, received, db } = await shopWithMail()
  expect(await check('mail')).toMatchObject({ state: 'untested', finding: expect.stringContaining('localhost') })
  const { id, to } = TestEmail.parse(await test('mail'))
  expect(to).toBe('mara@keramik.test')
  expect(await progress(id)).toMatchObject({ state: 'waiting' })
  await deliver()
  expect(await progress(id)).toMatchObject({
    state: 'good',
    finding: 'localhost took the test email to mara@keramik.test.',
  })
  expect(received.map(({ to }) => to)).toEqual([['mara@keramik.test']])
  expect(readMessage(received[0]?.raw ?? '').text).toContain('http://shop.test/admin/shop-check')
  // A new one takes the place of the old.
  await test('mail')
  expect(await db.$count(outbox)).toBe(1)
})

test.for([
  ['for now', 'sender', /^localhost did not take the test email: .*450/],
  ['for good', 'recipient for good', /^localhost did not take the test email: The mail server answered 550 5\.7\.1/],
] as const)('a test email that is refused %s tells why, and is no discrepancy', async ([, fault, finding]) => {
  const { test, deliver, progress, db } = await shopWithMail({ faults: [fault] })
  const { id } = TestEmail.parse(await test('mail'))
  await deliver()
  expect(await progress(id)).toMatchObject({ state: 'todo', finding: expect.stringMatching(finding) })
  expect(await db.$count(discrepancies)).toBe(0)
})

test('a test email is followed by nobody but the admin who sent it', async () => {
  const { db, get, test } = await shopWithMail()
  const { id } = TestEmail.parse(await test('mail'))
  const other = await admin(db)
  expect((await get(`/api/setup/mail/${id}`, other.token)).statusCode).toBe(404)
})

test.for([
  [{ mailServer: undefined }, /saved as files/, ['SMTP_URL=smtp://user:password@mail.example:587', expect.any(String)]],
  [
    { mailServer: 'mail.test', mailFrom: 'orders@shop.example' },
    /orders@shop\.example, which is not/,
    [expect.any(String)],
  ],
] as const)('with %j the mail is not set up', async ([facts, finding, lines]) => {
  const { check } = await shopWith(facts)
  expect(await check('mail')).toMatchObject({ state: 'todo', finding: expect.stringMatching(finding), lines })
})

test.for([
  ['http://localhost:3000', /only this computer/],
  ['http://127.0.0.1:3000', /only this computer/],
  ['http://shop.example', /without encryption/],
] as const)('the address %s is not set up', ([url, finding]) => {
  expect(configuredAddress(url)).toMatchObject({ state: 'todo', finding: expect.stringMatching(finding) })
})

/** Asks for the proof of the address as a proxy would forward it, and the shop that trusts these proxies. */
async function proofThrough(trustProxy: string[], headers: Record<string, string>) {
  const { app } = await testApp({}, { trustProxy })
  const reply = await app.inject({ url: `/api/setup/address-proof?nonce=${'a'.repeat(22)}`, headers })
  return reply.json<{ proof: string; proxy: string }>()
}

test('the proof of the address says whether the proxy is trusted', async () => {
  const forwardedHeader = { 'x-forwarded-for': '203.0.113.9' }
  expect(await proofThrough([], {})).toMatchObject({ proxy: 'none', proof: expect.stringMatching(/^[\w-]{43}$/) })
  expect(await proofThrough([], forwardedHeader)).toMatchObject({ proxy: 'unknown' })
  expect(await proofThrough(['127.0.0.1'], forwardedHeader)).toMatchObject({ proxy: 'trusted' })
})

/** The test of an address, which would not be made of one that only this machine has. */
const asIfPublic = (port: number, secret = 'secret') => askedAddress(`http://127.0.0.1:${port}`, secret)

test('the shop finds itself at its address', async () => {
  const { app, db } = await testApp()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  expect(await asIfPublic(port, await sharedSecret(db, 'address proof'))).toMatchObject({ state: 'good' })
})

/** A server that is not the shop. */
async function siteThat(answers: (url: string) => { status?: number; body?: string; location?: string }) {
  const server = createServer((request, response) => {
    const { status = 200, body = '', location } = answers(request.url ?? '')
    response.writeHead(status, location ? { location } : {}).end(body)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

test.for([
  ['another site', () => ({ body: '<html>' })],
  ['another shop', () => ({ body: '{"proof":"somebody-else","proxy":"none"}' })],
  ['a redirect', () => ({ status: 302, location: 'http://127.0.0.1:1/' })],
  ['an error', () => ({ status: 502 })],
] as const)('%s at the public address is not taken for the shop', async ([, answers]) => {
  const port = await siteThat(answers)
  expect(await asIfPublic(port)).toMatchObject({ state: 'todo', finding: expect.stringMatching(/^Something else/) })
})

test('an address where nothing answers, a name that leads nowhere: each has its own advice', async () => {
  expect(await asIfPublic(1)).toMatchObject({ todo: expect.stringContaining('ports 80 and 443') })
  expect(await testedAddress('https://no-such-shop.invalid', 'secret')).toMatchObject({
    finding: 'The name no-such-shop.invalid leads nowhere yet.',
  })
})

test('backups: none, too old, not writable, recent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-setup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(await (await shopWith()).check('backups')).toMatchObject({
    state: 'todo',
    lines: [expect.stringMatching(/^BACKUP_DIR=/)],
  })
  expect(await (await shopWith({ backupDir: join(folder, 'none') })).check('backups')).toMatchObject({
    finding: expect.stringContaining('does not exist'),
  })
  const { check } = await shopWith({ backupDir: folder, dataDir: folder })
  expect(await check('backups')).toMatchObject({ state: 'todo', finding: expect.stringContaining('no backup') })
  const file = join(folder, 'monday.tar')
  await writeFile(file, '')
  expect(await check('backups')).toMatchObject({ state: 'good', todo: expect.stringContaining('same disk') })
  const failure = { at: '2026-11-21T18:44:00.000Z', problem: 'The disk is full.' }
  await writeFile(join(folder, 'state.json'), JSON.stringify({ failure }))
  expect(await check('backups')).toMatchObject({
    state: 'todo',
    finding: expect.stringMatching(/^The backup of Nov 21, 2026.* failed\. The disk is full\.$/),
  })
  await writeFile(join(folder, 'state.json'), JSON.stringify({ failure: null }))
  const threeDaysAgo = Date.now() / 1_000 - 3 * 86_400
  await utimes(file, threeDaysAgo, threeDaysAgo)
  expect(await check('backups')).toMatchObject({
    state: 'todo',
    finding: expect.stringMatching(/^The last backup is from/),
  })
  await chmod(folder, 0o500)
  // Root may write everywhere.
  const isRoot = process.getuid?.() === 0
  expect((await check('backups'))?.finding).toMatch(isRoot ? /last backup/ : /cannot write/)
  await chmod(folder, 0o700)
})

test('the free room of the disk is shown', async () => {
  expect(await disk({ dataDir: tmpdir() })).toMatchObject({
    finding: expect.stringMatching(/^\d[\d.]* GB of \d+ GB are free\.$/),
  })
})

test('the setup page knows no secret', async () => {
  const env = readEnv({
    SMTP_URL: 'smtp://mara:hidden-password@mail.keramik.test:587',
    MAIL_FROM: 'mara@keramik.test',
    SQUARE_ACCESS_TOKEN: 'hidden-token',
    SQUARE_APPLICATION_ID: 'sq0idp-shop',
    SQUARE_LOCATION_ID: 'L1',
    SQUARE_WEBHOOK_URL: 'http://shop.test/api/webhooks/square',
    SQUARE_WEBHOOK_SIGNATURE_KEY: 'hidden-signature-key',
    DATABASE_URL: 'postgres://mara:hidden-database@localhost/shop',
  })
  const facts = setupFacts(env, '/etc/boutique/boutique.env')
  const { get, token } = await shopWithSquare({ ...facts, dataDir: tmpdir() })
  const { body } = await get('/api/setup', token)
  expect(body).toContain('mail.keramik.test')
  expect(body).toContain('/etc/boutique/boutique.env')
  expect(`${body} ${JSON.stringify(facts)}`).not.toMatch(/hidden/)
})

test('tests and test emails are limited', async () => {
  const { db, post, token } = await shopWith({}, { rateLimits: true })
  const statuses = []
  for (let presses = 0; presses < 21; presses++)
    statuses.push((await post('/api/setup/payments', undefined, token)).statusCode)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  for (let presses = 0; presses < 10; presses++) await post('/api/setup/mail', undefined, token)
  expect((await post('/api/setup/mail', undefined, token)).json()).toMatchObject({
    message: expect.stringMatching(/^Too many test emails\. Please try again in \d+ minutes?\.$/),
  })
  expect(await db.execute(sql`select 1 from ${outbox}`)).toMatchObject({ rowCount: 1 })
})
