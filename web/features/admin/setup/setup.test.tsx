// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Setup, SetupCheck } from '#contract/admin/setup.ts'
import { expectCalls } from '../../../testing/calls.ts'
import { ADMIN } from '../../../testing/factories.ts'
import { openScreen } from '../../../testing/screens.tsx'
import { HEALTH, SETUP } from '../../../texts/admin-setup.ts'
import HealthPage from './HealthPage.tsx'
import SetupPage from './SetupPage.tsx'

const check = (name: SetupCheck['name'], fields: Partial<SetupCheck> = {}): SetupCheck => ({
  name,
  state: 'untested',
  finding: `About ${name}.`,
  todo: null,
  lines: [],
  ...fields,
})

async function openSetup(checks: SetupCheck[]) {
  const calls = expectCalls()
  calls.once('GET /api/setup', {
    body: { checks, settingsFile: '/etc/boutique/boutique.env', version: '1.2.3' } satisfies Setup,
  })
  openScreen(<SetupPage />, { path: '/admin/setup', user: ADMIN })
  await screen.findByText('About payments.')
  return calls
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('what is not configured shows its lines for the settings file, and has no test', async () => {
  const lines = ['SQUARE_ENVIRONMENT=sandbox', 'SQUARE_ACCESS_TOKEN=…']
  await openSetup([check('payments', { state: 'todo', todo: 'Add your keys.', lines })])
  expect(screen.getByText('Add your keys.')).toBeTruthy()
  expect(screen.getByText(/SQUARE_ACCESS_TOKEN=…/).tagName).toBe('CODE')
  expect(screen.getByText('/etc/boutique/boutique.env')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a press tests the card account, and its answer takes the place of what was known', async () => {
  const calls = await openSetup([check('payments')])
  const answer = calls.held('POST /api/setup/payments')
  press(SETUP.tests.payments)
  await waitFor(() => expect(calls.sent('POST /api/setup/payments')).toHaveLength(1))
  // A second press while the first is under way sends nothing.
  press(SETUP.tests.payments)
  answer({ body: check('payments', { state: 'good', finding: 'Square answers.' }) })
  expect(await screen.findByText('Square answers.')).toBeTruthy()
  expect(screen.getByText(SETUP.states.good)).toBeTruthy()
})

test('a test that is refused says why, and the page stays', async () => {
  const calls = await openSetup([check('payments')])
  calls.once('POST /api/setup/payments', { status: 429, body: { code: 'rate_limited', message: 'Too many tests.' } })
  press(SETUP.tests.payments)
  expect(await screen.findByText('Too many tests.')).toBeTruthy()
  expect(screen.getByText('About payments.')).toBeTruthy()
})

test('a test email is followed until the mail server has taken it', async () => {
  const calls = await openSetup([check('payments'), check('mail')])
  calls.once('POST /api/setup/mail', { status: 201, body: { id: 7, to: 'mara@keramik.test' } })
  calls.once('GET /api/setup/mail/7', { body: check('mail', { state: 'waiting', finding: 'On its way to you.' }) })
  press(SETUP.tests.mail)
  expect(await screen.findByText('On its way to you.')).toBeTruthy()
  calls.once('GET /api/setup/mail/7', { body: check('mail', { state: 'good', finding: 'The server took it.' }) })
  expect(await screen.findByText('The server took it.')).toBeTruthy()
  expect(screen.getByText(SETUP.states.good)).toBeTruthy()
})

const health = (checks: SetupCheck[]) => ({ body: { checks, settingsFile: null, version: '1.2.3' } satisfies Setup })

test('the health page has what is to do first, and sends a test email and follows it', async () => {
  const calls = expectCalls()
  const lost = check('mail', { state: 'todo', finding: 'One email could not be sent.', todo: 'Send a test email.' })
  calls.once('GET /api/setup/health', health([check('database', { state: 'good' }), lost]))
  openScreen(<HealthPage />, { path: '/admin/health', user: ADMIN })
  expect(await screen.findByText(HEALTH.left(1))).toBeTruthy()
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles).toEqual([SETUP.titles.mail, SETUP.titles.database])
  calls.once('POST /api/setup/mail', { status: 201, body: { id: 7, to: 'mara@keramik.test' } })
  calls.once('GET /api/setup/mail/7', { body: check('mail', { state: 'good', finding: 'The server took it.' }) })
  press(SETUP.tests.mail)
  expect(await screen.findByText('The server took it.')).toBeTruthy()
  calls.once('GET /api/setup/health', health([check('mail', { state: 'good', finding: 'The last email went out.' })]))
  press(HEALTH.again)
  expect(await screen.findByText('The last email went out.')).toBeTruthy()
  expect(screen.getByText(HEALTH.well)).toBeTruthy()
})

test('emails without a mail server have no test on the health page', async () => {
  const calls = expectCalls()
  calls.once('GET /api/setup/health', health([check('mail', { state: 'todo', lines: ['SMTP_URL=…'] })]))
  openScreen(<HealthPage />, { path: '/admin/health', user: ADMIN })
  await screen.findByText('SMTP_URL=…')
  expect(screen.queryByRole('button', { name: SETUP.tests.mail })).toBeNull()
})
