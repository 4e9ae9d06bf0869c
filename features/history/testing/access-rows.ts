import { type AccessRows, row } from '#server/testing/access-rows.ts'
import type { history } from '../server/feature.ts'
import { pastOrder } from './factories.ts'

export const accessRows: AccessRows<(typeof history)['calls']> = {
  parts: { catalog: / \/api\/past-reviews\b/, orders: / \/api\/past-orders\b/ },
  rows: {
    'GET /api/customers/:id/orders': row({ call: (_, owner) => ({ url: `/api/customers/${owner.user.id}/orders` }) }),
    'GET /api/past-orders': {},
    'GET /api/past-orders/:id': row({
      make: async ({ db }, owner) => (await pastOrder(db, owner.user.id)).order,
      call: ({ id }) => ({ url: `/api/past-orders/${id}` }),
    }),
    'DELETE /api/past-customers/:id': row({
      make: async ({ db }, owner) => (await pastOrder(db, owner.user.id)).customer,
      call: ({ id }) => ({ url: `/api/past-customers/${id}` }),
    }),
    'GET /api/past-reviews': {},
    'PUT /api/past-reviews/:id': row({
      make: async ({ db }, owner) => (await pastOrder(db, owner.user.id)).review,
      call: ({ id }) => ({ url: `/api/past-reviews/${id}`, body: { hidden: true } }),
    }),
  },
}
