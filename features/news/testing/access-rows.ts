import { type AccessRows, row } from '#server/testing/access-rows.ts'
import { textPage } from '#server/testing/factories.ts'
import type { news } from '../server/feature.ts'
import { newsPage } from './factories.ts'

export const accessRows: AccessRows<(typeof news)['calls']> = {
  parts: { catalog: / \/api\/news\b/ },
  rows: {
    'GET /api/news': {},
    'POST /api/news': { status: 201, call: () => ({ url: '/api/news', body: { title: 'Kiln day' } }) },
    'PUT /api/news/:slug': row({
      make: ({ db }) => textPage(db),
      call: ({ slug }) => ({ url: `/api/news/${slug}`, body: { datedAt: null } }),
    }),
    'DELETE /api/news/:slug': row({
      make: ({ db }) => newsPage(db),
      call: ({ slug }) => ({ url: `/api/news/${slug}` }),
    }),
  },
}
