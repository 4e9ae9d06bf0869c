// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Setup, SetupCheck } from '#contract/admin/setup.ts'
import { expectCalls } from '../../../testing/calls.ts'
import { ADMIN } from '../../../testing/factories.ts'
import { openScreen } from '../../../testing/screens.tsx'
import { SETUP } from '../../../texts/admin-setup.ts'
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
