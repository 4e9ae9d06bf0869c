import { type AccessRows, row } from '#server/testing/access-rows.ts'
import type { discounts } from '../server/feature.ts'
import { discount } from './factories.ts'

const someDiscount = (body?: object) =>
  row({ make: ({ db }) => discount(db), call: ({ id }) => ({ url: `/api/admin/discounts/${id}`, body }) })

export const accessRows: AccessRows<(typeof discounts)['calls']> = {
  parts: { orders: / \/api\/admin\/discounts\b/ },
  rows: {
    'GET /api/admin/discounts': {},
    'GET /api/admin/discounts/:id': someDiscount(),
    'POST /api/admin/discounts': { status: 201 },
    'PUT /api/admin/discounts/:id': someDiscount({ percent: 15 }),
    'DELETE /api/admin/discounts/:id': someDiscount(),
  },
}
