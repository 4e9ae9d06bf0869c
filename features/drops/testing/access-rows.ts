import { type AccessRows, row } from '#server/testing/access-rows.ts'
import type { drops } from '../server/feature.ts'
import { drop } from './factories.ts'

const someDrop = (end = '', body?: object, fields: Parameters<typeof drop>[1] = {}) =>
  row({ make: ({ db }) => drop(db, fields), call: ({ id }) => ({ url: `/api/admin/drops/${id}${end}`, body }) })
/** A call on a drop that anyone may make, whose line is open. */
const anyDrop = (status = 200, end = '', body?: (dropId: string) => object) =>
  row({
    status,
    make: ({ db }) => drop(db),
    call: ({ id, slug }) => ({ url: `/api/drops/${slug}${end}`, body: body?.(id) }),
  })

export const accessRows: AccessRows<(typeof drops)['calls']> = {
  parts: { catalog: / \/api\/admin\/drops\b/ },
  rows: {
    'GET /api/drops/:slug': anyDrop(),
    'GET /api/drops/:slug/line': anyDrop(200, '/line'),
    'POST /api/drops/:slug/tickets': anyDrop(201, '/tickets', () => ({})),
    'POST /api/drops/:slug/admission': anyDrop(422, '/admission', (id) => ({ ticket: `${id}.1.${'A'.repeat(43)}` })),
    'GET /api/admin/drops': {},
    'GET /api/admin/drops/:id': someDrop(),
    'POST /api/admin/drops': {
      status: 201,
      call: () => ({
        url: '/api/admin/drops',
        body: { name: 'Cups', startsAt: `${new Date().getFullYear() + 1}-06-01T12:00:00Z` },
      }),
    },
    'PUT /api/admin/drops/:id': someDrop('', { text: 'Small cups.' }),
    'PUT /api/admin/drops/:id/ended': someDrop('/ended', {}),
    'DELETE /api/admin/drops/:id': someDrop('', undefined, { state: 'canceled' }),
  },
}
