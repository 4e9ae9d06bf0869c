// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import type { AuditEvent, AuditPage } from '#contract/admin/audit-log.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN, SHOP } from '#web/testing/factories.ts'
import AuditLogPage from './AuditLogPage.tsx'
import { AUDIT_LOG } from './texts.ts'

const LOG = 'GET /api/admin/audit-log'
const ID = '0198a0f2-7c1e-7000-8000-000000000001'
const MARA = { _id: '0198a0f2-7c1e-7000-8000-0000000000b1', name: 'Mara' }

const event = (fields: Partial<AuditEvent>): AuditEvent => ({
  ...{ _id: '1', kind: 'sign_in', at: '2026-11-22T00:44:00.000Z', since: '2026-11-22T00:01:00.000Z', times: 1 },
  ...{
    by: MARA,
    isApiKey: false,
    apiKey: null,
    network: '203.0.113.0/24',
    call: 'POST /api/users/login',
    subject: null,
  },
  ...fields,
})

const page = (events: AuditEvent[], fields: Partial<AuditPage> = {}) => ({
  body: { events, page: 1, pages: 1, total: events.length, ...fields } satisfies AuditPage,
})

const open = (at = '/admin/audit-log') =>
  openScreen(<AuditLogPage />, {
    ...{ path: '/admin/audit-log', at, user: ADMIN, shop: { ...SHOP, timeZone: 'America/Chicago' } },
  })

/** The cells of the only event. */
async function cells() {
  const [, row] = await screen.findAllByRole('row')
  return within(row as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
}

test.for([
  [{}, ['Signed in', 'Mara', '203.0.113.0/24', 'PeoplePOST /api/users/login']],
  [
    { kind: 'sign_in_failed', times: 1_200, by: null },
    ['Sign-in failed1,200 times in an hour', 'Somebody signed out', '203.0.113.0/24', 'PeoplePOST /api/users/login'],
  ],
  [
    { kind: 'refused', isApiKey: true, call: 'GET /api/orders/:id', subject: ID },
    ['Access refused', 'Mara, by an API key', '203.0.113.0/24', 'This orderGET /api/orders/:id'],
  ],
  [
    { kind: 'exported', isApiKey: true, apiKey: { _id: ID, name: 'Stock list' }, call: 'GET /api/products/export' },
    ['Data downloaded', 'Mara, by the API key “Stock list”', '203.0.113.0/24', 'ProductsGET /api/products/export'],
  ],
  [
    { kind: 'role_changed', call: 'PUT /api/users/:id', subject: ID },
    ['Rights changed', 'Mara', '203.0.113.0/24', 'This accountPUT /api/users/:id'],
  ],
  [
    { kind: 'backup_downloaded', by: null, call: 'GET /api/backups/:name/file' },
    ['Backup downloaded', 'Somebody with the link', '203.0.113.0/24', 'BackupsGET /api/backups/:name/file'],
  ],
  [
    { kind: 'limit_reached', by: null, network: null, call: null },
    ['Too many tries', 'Not known', 'Not known', 'Not known'],
  ],
] satisfies [Partial<AuditEvent>, string[]][])(
  'the event %j says what happened, who did it, from where and about what',
  async ([fields, [kind, ...rest]]) => {
    expectCalls().once(LOG, page([event(fields)]))
    open()
    expect(await cells()).toEqual([kind, 'Nov 21, 2026, 6:44 PM', ...rest])
  },
)

test('orders and accounts can be opened, those that were deleted cannot', async () => {
  expectCalls().once(
    LOG,
    page([
      event({ _id: '1', kind: 'refused', by: null, call: 'GET /api/orders/:id', subject: ID }),
      event({ _id: '2', kind: 'role_changed', by: MARA, call: 'PUT /api/users/:id', subject: ID }),
      event({ _id: '3', kind: 'person_deleted', by: null, call: 'DELETE /api/users/:id', subject: ID }),
    ]),
  )
  open()
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/order/${ID}`,
    `/admin/user/${MARA._id}/edit`,
    `/admin/user/${ID}/edit`,
  ])
})

test('the log is narrowed to one kind, and says when there is none of it', async () => {
  const calls = expectCalls()
  calls.once(`${LOG}?kind=exported&pageNumber=2`, page([event({ kind: 'exported' })], { page: 2, pages: 2, total: 26 }))
  open('/admin/audit-log?kind=exported&page=2')
  const select = await screen.findByLabelText<HTMLSelectElement>(AUDIT_LOG.kind)
  expect(select.value).toBe('exported')
  expect(await screen.findByText('26 events')).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Pages' })).toBeTruthy()
})

test('a log without events says what it will list, and one without events of a kind to choose another', async () => {
  const calls = expectCalls()
  calls.once(LOG, page([]))
  calls.once(`${LOG}?kind=exported`, page([]))
  const { go } = open()
  expect(await screen.findByText(AUDIT_LOG.empty)).toBeTruthy()
  go('/admin/audit-log?kind=exported')
  expect(await screen.findByText(AUDIT_LOG.noneOfKind)).toBeTruthy()
})

test('a log that cannot be loaded says why, and is loaded again at a press', async () => {
  const calls = expectCalls()
  calls.once(LOG, { status: 503, body: { code: 'busy', message: 'The shop is busy.' } })
  open()
  expect(await screen.findByText(/The shop is busy\./)).toBeTruthy()
  calls.once(LOG, page([event({})]))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await cells())[0]).toBe('Signed in')
})
