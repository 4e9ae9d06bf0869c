import { eq, sql } from 'drizzle-orm'
import { orders } from '#server/shop/schema/orders.ts'
import { type AccessRows, type Account, paid, row, type Shop } from '#server/testing/access-rows.ts'
import { product } from '#server/testing/factories.ts'
import type { returns } from '../server/feature.ts'
import { savePolicy } from '../server/policy.ts'
import { orderReturn, unmatchedWithdrawal } from './factories.ts'

const POLICY = { days: 30, exchanges: false, postage: 'buyer' } as const

/** A paid order of the owner that was sent just now, in a shop that takes pieces back. */
async function returnable(shop: Shop, owner: Account) {
  const order = await paid(shop, owner)
  await savePolicy(shop.db, POLICY)
  await shop.db.update(orders).set({ deliveredAt: sql`now()` }).where(eq(orders.id, order._id))
  return order
}

const someReturn = (end: string, body?: object) =>
  row({
    make: async (shop, owner) => orderReturn(shop.db, (await paid(shop, owner))._id),
    call: ({ id }) => ({ url: `/api/returns/${id}${end}`, body }),
  })

/** An accepted return, and a product to exchange it for at a total that is not asked. */
const exchangeRow = (end: string, status = 200) =>
  row({
    status,
    async make(shop, owner) {
      const order = await paid(shop, owner)
      const answered = { state: 'accepted', answer: '', answeredAt: new Date() } as const
      return { ...(await orderReturn(shop.db, order._id, answered)), mug: await product(shop.db) }
    },
    call: ({ id, mug }) => ({
      url: `/api/returns/${id}${end}`,
      body: { orderItems: [{ product: mug.id, qty: 1 }], shipping: 0, ...(end === '/exchange' && { totalPrice: 999 }) },
    }),
  })

export const accessRows: AccessRows<(typeof returns)['calls']> = {
  parts: {
    orders: / \/api\/returns(?!\/policy|.*\/exchange$)|^GET \/api\/returns\/policy/,
    money: /\/exchange$/,
  },
  rows: {
    'GET /api/orders/:id/returns': row({
      status: { stranger: 404, owner: 200, admin: 404 },
      make: paid,
      call: ({ _id }) => ({ url: `/api/orders/${_id}/returns` }),
    }),
    'POST /api/orders/:id/returns': row({
      status: { stranger: 404, owner: 201, admin: 404 },
      make: returnable,
      call: ({ _id }) => ({ url: `/api/orders/${_id}/returns`, body: { items: [{ line: 1, qty: 1 }] } }),
    }),
    'GET /api/returns': {},
    'GET /api/returns/:id': someReturn(''),
    'PUT /api/returns/:id/accepted': someReturn('/accepted', {}),
    'PUT /api/returns/:id/refused': someReturn('/refused', { answer: 'It is broken.' }),
    'POST /api/returns/:id/exchange/quote': exchangeRow('/exchange/quote'),
    'POST /api/returns/:id/exchange': exchangeRow('/exchange', 409),
    'PUT /api/returns/unmatched/:id/done': row({
      make: ({ db }) => unmatchedWithdrawal(db),
      call: ({ id }) => ({ url: `/api/returns/unmatched/${id}/done` }),
    }),
    'GET /api/returns/policy': {},
    'PUT /api/returns/policy': { call: () => ({ url: '/api/returns/policy', body: POLICY }) },
  },
}
