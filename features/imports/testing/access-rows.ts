import { eq } from 'drizzle-orm'
import { type AccessRows, row } from '#server/testing/access-rows.ts'
import { imports as importTable } from '../schema.ts'
import type { imports } from '../server/feature.ts'
import { csvOf, ETSY_HEADINGS } from './csv-files.ts'
import { importOf } from './factories.ts'

const someImport = (end = '', body?: object, of: Parameters<typeof importOf>[2] = {}) =>
  row({
    make: async ({ db }, owner) => {
      // One import at a time can run.
      await db.update(importTable).set({ state: 'done' }).where(eq(importTable.state, 'running'))
      return importOf(db, owner.user.id, of)
    },
    call: ({ id }) => ({ url: `/api/imports/${id}${end}`, body }),
  })

export const accessRows: AccessRows<(typeof imports)['calls']> = {
  parts: { catalog: / \/api\/imports\b/ },
  rows: {
    'GET /api/imports': {},
    'POST /api/imports': {
      status: 201,
      call: () => ({
        url: '/api/imports?name=listings.csv',
        body: csvOf(ETSY_HEADINGS, [{ TITLE: 'Mug', PRICE: '12' }]),
        headers: { 'content-type': 'application/octet-stream' },
      }),
    },
    'GET /api/imports/:id': someImport(),
    'DELETE /api/imports/:id': someImport(),
    'GET /api/imports/:id/rows': someImport('/rows'),
    'PUT /api/imports/:id/rows': someImport('/rows', { ids: ['1'], change: { name: 'Cup' } }),
    'PUT /api/imports/:id/updates': someImport('/updates', { updates: true, setsStock: false }),
    'PUT /api/imports/:id/photos': someImport('/photos', undefined, { state: 'done', isCreated: true }),
    'PUT /api/imports/:id/started': someImport('/started', { asDrafts: true }),
    'PUT /api/imports/:id/stopped': someImport('/stopped', undefined, { state: 'running' }),
    'PUT /api/imports/:id/undone': someImport('/undone', undefined, { state: 'done', isCreated: true }),
  },
}
