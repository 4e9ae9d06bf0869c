import type { AccessRows } from '#server/testing/access-rows.ts'
import type { shopCheck } from '../server/feature.ts'

const SQUARE = {
  ...{ environment: 'sandbox', applicationId: 'sandbox-sq0idb-a', locationId: 'L1' },
  ...{ accessToken: 'EAAA1234', webhookKey: '' },
}
/** Nothing listens there. */
const MAIL = { server: '127.0.0.1', port: 9, user: '', password: '', sender: 'mara@keramik.test' }

export const accessRows: AccessRows<(typeof shopCheck)['calls']> = {
  rows: {
    'GET /api/setup': {},
    'GET /api/setup/health': {},
    'POST /api/setup/payments': {},
    'POST /api/setup/address': {},
    'POST /api/setup/mail': { status: 201 },
    // An admin follows only the test emails that they sent.
    'GET /api/setup/mail/:id': { status: 404, call: () => ({ url: '/api/setup/mail/1' }) },
    'GET /api/setup/connections': {},
    'PUT /api/setup/connections/payments': {
      call: () => ({ url: '/api/setup/connections/payments', body: SQUARE }),
    },
    'PUT /api/setup/connections/mail': { call: () => ({ url: '/api/setup/connections/mail', body: MAIL }) },
    'DELETE /api/setup/connections/:name': { call: () => ({ url: '/api/setup/connections/mail' }) },
    'POST /api/setup/connections/payments/test': {
      call: () => ({ url: '/api/setup/connections/payments/test', body: SQUARE }),
    },
    // With such a token Square is not asked.
    'POST /api/setup/connections/payments/locations': {
      status: 400,
      call: () => ({
        url: '/api/setup/connections/payments/locations',
        body: { environment: 'sandbox', accessToken: 'two words' },
      }),
    },
    'POST /api/setup/connections/mail/test': { call: () => ({ url: '/api/setup/connections/mail/test', body: MAIL }) },
    // Nothing can restart the shop of a test.
    'POST /api/setup/restart': { status: 409 },
    'GET /api/setup/guide/:page': { call: () => ({ url: '/api/setup/guide/backup' }) },
    'GET /api/setup/address-proof': { call: () => ({ url: `/api/setup/address-proof?nonce=${'a'.repeat(22)}` }) },
  },
}
