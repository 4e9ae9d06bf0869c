import { discrepancies } from '#server/shop/schema/payments.ts'
import { payouts as payoutTable } from '#server/shop/schema/payouts.ts'
import { type AccessRows, paid, row, type Shop } from '#server/testing/access-rows.ts'
import type { payouts } from '../server/feature.ts'

let made = 0

export const accessRows: AccessRows<(typeof payouts)['calls']> = {
  parts: { money: /^GET \/api\/(discrepancies|money-check|payouts)\b/ },
  rows: {
    'GET /api/orders/:id/disputes': row({
      make: paid,
      call: ({ _id }) => ({
        url: `/api/orders/${_id}/disputes`,
      }),
    }),
    'GET /api/discrepancies': {},
    'PUT /api/discrepancies/:id': row({
      make: openedDiscrepancy,
      call: (id) => ({ url: `/api/discrepancies/${id}`, body: { note: 'Refunded at the card service.' } }),
    }),
    'POST /api/discrepancies/:id/settle': row({
      status: 404,
      make: openedDiscrepancy,
      call: (id) => ({ url: `/api/discrepancies/${id}/settle` }),
    }),
    'GET /api/money-check': { call: () => ({ url: '/api/money-check?month=2026-11' }) },
    'POST /api/money-check': {},
    'GET /api/payouts/:id': row({ make: readPayout, call: (id) => ({ url: `/api/payouts/${id}` }) }),
  },
}

/** The id of a payout without entries. */
async function readPayout({ db }: Shop): Promise<string> {
  const id = `payout-${++made}`
  const facts = { status: 'paid', kind: 'with_entries', amountCents: 0, feeCents: 0, createdAt: new Date() } as const
  await db.insert(payoutTable).values({ id, mode: 'simulated', ...facts })
  return id
}

/** The number of an open discrepancy. */
async function openedDiscrepancy({ db }: Shop): Promise<number> {
  const values = { kind: 'payment_unclear', subject: `payment ${++made}`, detail: {} }
  const [row] = await db.insert(discrepancies).values(values).returning()
  return row?.id ?? 0
}
