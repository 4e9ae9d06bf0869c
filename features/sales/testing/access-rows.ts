import { type AccessRows, row } from '#server/testing/access-rows.ts'
import { product } from '#server/testing/factories.ts'
import type { sales } from '../server/feature.ts'
import { sale } from './factories.ts'

const inYear = (years: number) => `${new Date().getFullYear() + years}-06-01`
const LATER = { startsAt: new Date(`${inYear(2)}T00:00Z`), endsAt: new Date(`${inYear(3)}T00:00Z`) }
/** A sale of one product, since two sales of one at a time are refused. */
const planned = (productId: string) => ({
  ...{ name: 'Winter', percent: 10, price: null, starts: inYear(1), ends: inYear(1) },
  only: { categories: [], collections: [], products: [productId] },
})

const someSale = (end = '', body?: object) =>
  row({ make: ({ db }) => sale(db, LATER), call: ({ id }) => ({ url: `/api/sales/${id}${end}`, body }) })
const someProduct = (end = '', status = 200) =>
  row({ status, make: ({ db }) => product(db), call: ({ id }) => ({ url: `/api/sales${end}`, body: planned(id) }) })

export const accessRows: AccessRows<(typeof sales)['calls']> = {
  parts: { catalog: / \/api\/sales\b/ },
  rows: {
    'GET /api/sales': {},
    'GET /api/sales/:id': someSale(),
    'POST /api/sales': someProduct('', 201),
    'POST /api/sales/preview': someProduct('/preview'),
    'PUT /api/sales/:id': row({
      make: async ({ db }) => ({ id: (await sale(db, LATER)).id, cup: await product(db) }),
      call: ({ id, cup }) => ({ url: `/api/sales/${id}`, body: planned(cup.id) }),
    }),
    'PUT /api/sales/:id/ended': someSale('/ended', {}),
    'DELETE /api/sales/:id': someSale(),
  },
}
