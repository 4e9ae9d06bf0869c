import { versionHash } from '#server/platform/lib/version-hash.ts'
import { newToken } from '#server/shop/accounts/tokens.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { type AccessRows, row } from '#server/testing/access-rows.ts'
import type { letters } from '../server/feature.ts'
import { letter, subscriber } from './factories.ts'

let made = 0
const TEXT = { subject: 'New mugs', body: 'They are **blue**.' }

export const accessRows: AccessRows<(typeof letters)['calls']> = {
  rows: {
    'POST /api/letters/subscribers': row({
      status: 201,
      make: ({ db }) => saveSettings(db, { switches: { offersLetters: true } }),
      call: () => ({ url: '/api/letters/subscribers', body: { email: `letters-${++made}@shopper.example` } }),
    }),
    'POST /api/letters/confirmed': {
      status: 410,
      call: () => ({ url: '/api/letters/confirmed', body: { link: newToken() } }),
    },
    'GET /api/letters/subscribers/export': {
      call: () => ({ url: '/api/letters/subscribers/export?state=subscribed' }),
    },
    'GET /api/letters': {},
    'POST /api/letters': { status: 201, call: () => ({ url: '/api/letters', body: TEXT }) },
    'POST /api/letters/preview': { call: () => ({ url: '/api/letters/preview', body: TEXT }) },
    'GET /api/letters/:id': row({
      make: ({ db }) => letter(db),
      call: ({ id }) => ({ url: `/api/letters/${id}` }),
    }),
    'PUT /api/letters/:id': row({
      make: ({ db }) => letter(db, TEXT),
      call: ({ id }) => ({ url: `/api/letters/${id}`, body: { ...TEXT, version: versionHash(TEXT) } }),
    }),
    'DELETE /api/letters/:id': row({
      make: ({ db }) => letter(db),
      call: ({ id }) => ({ url: `/api/letters/${id}` }),
    }),
    'POST /api/letters/:id/test': row({
      make: ({ db }) => letter(db),
      call: ({ id }) => ({ url: `/api/letters/${id}/test` }),
    }),
    'PUT /api/letters/:id/sent': row({
      async make({ db }) {
        await saveSettings(db, { postalAddress: '1 Elm Street, Madison' })
        await subscriber(db)
        return letter(db, TEXT)
      },
      call: ({ id }) => ({ url: `/api/letters/${id}/sent`, body: { version: versionHash(TEXT) } }),
    }),
    'PUT /api/letters/:id/stopped': row({
      make: ({ db }) => letter(db),
      call: ({ id }) => ({ url: `/api/letters/${id}/stopped` }),
    }),
  },
}
