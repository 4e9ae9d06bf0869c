// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import type { Connections, GuidePage, Setup } from '../contract.ts'
import { CONNECTION_FIELDS } from '../messages.ts'
import GuideScreen from './GuideScreen.tsx'
import ShopCheckPage from './ShopCheckPage.tsx'
import { CONNECTION, RESTART, SHOP_CHECK } from './texts.ts'

const check = (name: SetupCheck['name'], fields: Partial<SetupCheck> = {}): SetupCheck => ({
  name,
  state: 'untested',
  finding: `About ${name}.`,
  todo: null,
  lines: [],
  ...fields,
})

const UNCONNECTED: Connections = {
  payments: {
    ...{ from: 'none', enteredAt: null, environment: 'sandbox', applicationId: '', locationId: '' },
    hasWebhookKey: false,
  },
  mail: { from: 'none', enteredAt: null, server: '', port: 587, sender: '' },
  ...{ needsRestart: false, canRestart: true },
}

function expectConnections(connections: Connections = UNCONNECTED) {
  const calls = expectCalls()
  calls.always('GET /api/setup/connections', { body: connections })
  return calls
}

async function openChecks(checks: SetupCheck[], connections?: Connections) {
  const calls = expectConnections(connections)
  calls.once('GET /api/setup/health', {
    body: { checks, settingsFile: '/etc/boutique/boutique.env', version: '1.2.3' } satisfies Setup,
  })
  openScreen(<ShopCheckPage />, { path: '/admin/shop-check', user: ADMIN })
  await screen.findByText('About payments.')
  return calls
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('what is not configured shows its lines for the settings file, and has no test', async () => {
  const lines = ['SQUARE_WEBHOOK_URL=https://shop.test', 'SQUARE_WEBHOOK_SIGNATURE_KEY=…']
  await openChecks([check('payments'), check('webhooks', { state: 'todo', todo: 'Add your keys.', lines })])
  expect(screen.getByText('Add your keys.')).toBeTruthy()
  expect(screen.getByText(/SQUARE_WEBHOOK_SIGNATURE_KEY=…/).tagName).toBe('CODE')
  expect(screen.getByText('/etc/boutique/boutique.env')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: SHOP_CHECK.tests.payments })).toHaveLength(1)
})

const LINES = ['SQUARE_ENVIRONMENT=sandbox', 'SQUARE_ACCESS_TOKEN=…']
const UNPAID = check('payments', { state: 'todo', todo: 'Enter your keys.', lines: LINES })
const SQUARE = { environment: 'sandbox', applicationId: 'sandbox-sq0idb-a', locationId: 'L1' } as const
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('the keys of Square are entered and tested in place; what is saved asks for a restart, and no secret stays', async () => {
  const calls = await openChecks([UNPAID])
  expect(screen.queryByText(/SQUARE_ACCESS_TOKEN=…/)).toBeNull()
  await screen.findByLabelText(CONNECTION_FIELDS.accessToken)
  expect(box(CONNECTION_FIELDS.accessToken).type).toBe('password')
  type(CONNECTION_FIELDS.accessToken, 'EAAA-secret')
  type(CONNECTION_FIELDS.applicationId, SQUARE.applicationId)
  type(CONNECTION_FIELDS.locationId, 'L1')
  calls.once('POST /api/setup/connections/payments/test', { body: check('payments', { finding: 'Square knows L1.' }) })
  press(CONNECTION.tests.payments)
  await screen.findByText('Square knows L1.')
  expect(calls.sent('POST /api/setup/connections/payments/test')[0]?.body).toEqual({
    ...{ ...SQUARE, accessToken: 'EAAA-secret', webhookKey: '' },
  })

  const payments = { ...SQUARE, from: 'entered', enteredAt: '2026-11-26T18:44:00.000Z', hasWebhookKey: false } as const
  const saved: Connections = { ...UNCONNECTED, payments, needsRestart: true }
  calls.once('PUT /api/setup/connections/payments', { body: saved })
  calls.always('GET /api/setup/connections', { body: saved })
  press(CONNECTION.save)
  await screen.findByText(RESTART.needed)
  await waitFor(() => expect(box(CONNECTION_FIELDS.accessToken).placeholder).toBe(CONNECTION.unchanged))
  expect(box(CONNECTION_FIELDS.accessToken).value).toBe('')
  expect(box(CONNECTION_FIELDS.applicationId).value).toBe(SQUARE.applicationId)
  expect(JSON.stringify([...Object.entries(sessionStorage), ...Object.entries(localStorage)])).not.toContain('EAAA')

  calls.once('POST /api/setup/restart', { status: 202, body: null })
  press(RESTART.restart)
  await screen.findByText(RESTART.restarting)
  calls.always('GET /api/setup/connections', { body: { ...saved, needsRestart: false } satisfies Connections })
  await waitFor(() => expect(screen.queryByText(RESTART.needed)).toBeNull())
})

/** Leaves the box of the access token with this text. */
const leaveToken = (token: string) => {
  type(CONNECTION_FIELDS.accessToken, token)
  fireEvent.blur(box(CONNECTION_FIELDS.accessToken))
}

test('an access token brings the locations of its account, and its only one is chosen', async () => {
  const calls = await openChecks([UNPAID])
  await screen.findByLabelText(CONNECTION_FIELDS.accessToken)
  const many = ['Studio', 'Market stall'].map((name, at) => ({ id: `L${at}`, name }))
  calls.once('POST /api/setup/connections/payments/locations', { body: { locations: many } })
  leaveToken('EAAA-secret')
  const choice = await screen.findByLabelText<HTMLSelectElement>(CONNECTION.location)
  expect([...choice.options].map(({ text }) => text)).toEqual([CONNECTION.noLocation, 'Studio', 'Market stall'])
  expect(choice.value).toBe('')
  fireEvent.blur(box(CONNECTION_FIELDS.accessToken))

  calls.once('POST /api/setup/connections/payments/locations', { body: { locations: many.slice(1) } })
  leaveToken('EAAA-other')
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>(CONNECTION.location).value).toBe('L1'))
  expect(calls.sent('POST /api/setup/connections/payments/locations').map(({ body }) => body)).toEqual([
    { environment: 'sandbox', accessToken: 'EAAA-secret' },
    { environment: 'sandbox', accessToken: 'EAAA-other' },
  ])
  calls.once('POST /api/setup/connections/payments/test', { body: check('payments', { finding: 'Square knows it.' }) })
  type(CONNECTION_FIELDS.applicationId, SQUARE.applicationId)
  press(CONNECTION.tests.payments)
  await screen.findByText('Square knows it.')
  expect(calls.sent('POST /api/setup/connections/payments/test')[0]?.body).toMatchObject({ locationId: 'L1' })
})

test('a token that Square refuses says what to do, and the location can still be typed', async () => {
  const calls = await openChecks([UNPAID])
  await screen.findByLabelText(CONNECTION_FIELDS.accessToken)
  const message = 'Square refuses this access token. Copy the sandbox one.'
  calls.once('POST /api/setup/connections/payments/locations', {
    status: 400,
    body: { code: 'invalid_request', message, issues: [{ path: 'accessToken', message }] },
  })
  press(CONNECTION.findLocations)
  await screen.findByText(message)
  expect(box(CONNECTION_FIELDS.accessToken).getAttribute('aria-invalid')).toBe('true')
  expect(box(CONNECTION_FIELDS.locationId).value).toBe('')
})

test('each part leads to its paragraph of the guide, which shows it', async () => {
  await openChecks([UNPAID])
  const link = screen.getByRole('link', { name: SHOP_CHECK.guide(SHOP_CHECK.titles.payments) })
  expect(link.getAttribute('href')).toBe('/admin/guide/your-own-shop#4-take-cards-with-square')
})

test('the guide opens in the desk', async () => {
  const calls = expectCalls()
  const html = '<h2 id="a">Cards</h2><p>Open an account.</p>'
  calls.once('GET /api/setup/guide/backup', { body: { title: 'Backup and restore', html } satisfies GuidePage })
  openScreen(<GuideScreen />, { path: '/admin/guide/:page', at: '/admin/guide/backup', user: ADMIN })
  expect(await screen.findByRole('heading', { name: 'Cards' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Backup and restore')
})

test('a field that is refused says why, and what the environment has cannot be entered', async () => {
  const fromEnvironment = { ...UNCONNECTED.mail, from: 'environment' as const, server: 'mail.test' }
  const mail = check('mail', { lines: ['SMTP_URL=…'] })
  const calls = await openChecks([UNPAID, mail], { ...UNCONNECTED, mail: fromEnvironment, canRestart: false })
  await screen.findByText(CONNECTION.fromEnvironment)
  expect(screen.queryByLabelText(CONNECTION_FIELDS.server)).toBeNull()
  const issues = [{ path: 'accessToken', message: 'It is too short.' }]
  calls.once('PUT /api/setup/connections/payments', {
    status: 400,
    body: { code: 'invalid_request', message: 'It is too short.', issues },
  })
  type(CONNECTION_FIELDS.accessToken, 'x')
  type(CONNECTION_FIELDS.applicationId, 'a')
  type(CONNECTION_FIELDS.locationId, 'L1')
  press(CONNECTION.save)
  await waitFor(() => expect(box(CONNECTION_FIELDS.accessToken).getAttribute('aria-invalid')).toBe('true'))
  expect(box(CONNECTION_FIELDS.accessToken).value).toBe('x')
})

test('a shop that cannot restart itself says how it is restarted', async () => {
  await openChecks([check('payments')], { ...UNCONNECTED, needsRestart: true, canRestart: false })
  await screen.findByText(RESTART.needed)
  expect(screen.queryByRole('button', { name: RESTART.restart })).toBeNull()
})

test('a press tests the card account, and its answer takes the place of what was known', async () => {
  const calls = await openChecks([check('payments')])
  const answer = calls.held('POST /api/setup/payments')
  press(SHOP_CHECK.tests.payments)
  await waitFor(() => expect(calls.sent('POST /api/setup/payments')).toHaveLength(1))
  // A second press while the first is under way sends nothing.
  press(SHOP_CHECK.tests.payments)
  answer({ body: check('payments', { state: 'good', finding: 'Square answers.' }) })
  expect(await screen.findByText('Square answers.')).toBeTruthy()
  expect(screen.getByText(SHOP_CHECK.states.good)).toBeTruthy()
})

test('a test that is refused says why, and the page stays', async () => {
  const calls = await openChecks([check('payments')])
  calls.once('POST /api/setup/payments', { status: 429, body: { code: 'rate_limited', message: 'Too many tests.' } })
  press(SHOP_CHECK.tests.payments)
  expect(await screen.findByText('Too many tests.')).toBeTruthy()
  expect(screen.getByText('About payments.')).toBeTruthy()
})

test('a test email is followed until the mail server has taken it', async () => {
  const calls = await openChecks([check('payments'), check('mail')])
  calls.once('POST /api/setup/mail', { status: 201, body: { id: 7, to: 'mara@keramik.test' } })
  calls.once('GET /api/setup/mail/7', { body: check('mail', { state: 'waiting', finding: 'On its way to you.' }) })
  press(SHOP_CHECK.tests.mail)
  expect(await screen.findByText('On its way to you.')).toBeTruthy()
  calls.once('GET /api/setup/mail/7', { body: check('mail', { state: 'good', finding: 'The server took it.' }) })
  expect(await screen.findByText('The server took it.')).toBeTruthy()
  expect(screen.getByText(SHOP_CHECK.states.good)).toBeTruthy()
})

const health = (checks: SetupCheck[]) => ({ body: { checks, settingsFile: null, version: '1.2.3' } satisfies Setup })

test('the shop check has what is to do first, and sends a test email and follows it', async () => {
  const calls = expectConnections()
  const lost = check('mail', { state: 'todo', finding: 'One email could not be sent.', todo: 'Send a test email.' })
  calls.once('GET /api/setup/health', health([check('database', { state: 'good' }), lost]))
  openScreen(<ShopCheckPage />, { path: '/admin/shop-check', user: ADMIN })
  expect(await screen.findByText(SHOP_CHECK.left(1))).toBeTruthy()
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles).toEqual([SHOP_CHECK.titles.mail, SHOP_CHECK.titles.database])
  calls.once('POST /api/setup/mail', { status: 201, body: { id: 7, to: 'mara@keramik.test' } })
  calls.once('GET /api/setup/mail/7', { body: check('mail', { state: 'good', finding: 'The server took it.' }) })
  press(SHOP_CHECK.tests.mail)
  expect(await screen.findByText('The server took it.')).toBeTruthy()
  calls.once('GET /api/setup/health', health([check('mail', { state: 'good', finding: 'The last email went out.' })]))
  press(SHOP_CHECK.again)
  expect(await screen.findByText('The last email went out.')).toBeTruthy()
  expect(screen.getByText(SHOP_CHECK.well)).toBeTruthy()
})

test('emails without a mail server have no test', async () => {
  const calls = expectConnections()
  calls.once('GET /api/setup/health', health([check('mail', { state: 'todo', lines: ['SMTP_URL=…'] })]))
  openScreen(<ShopCheckPage />, { path: '/admin/shop-check', user: ADMIN })
  await screen.findByLabelText(CONNECTION_FIELDS.server)
  expect(screen.queryByText('SMTP_URL=…')).toBeNull()
  expect(screen.queryByRole('button', { name: SHOP_CHECK.tests.mail })).toBeNull()
})
