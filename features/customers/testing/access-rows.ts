import { eq } from 'drizzle-orm'
import { versionHash } from '#server/platform/lib/version-hash.ts'
import { users } from '#server/shop/schema/users.ts'
import { type AccessRows, type Account, paid, row, type Shop } from '#server/testing/access-rows.ts'
import { guest } from '#server/testing/factories.ts'
import type { customers } from '../server/feature.ts'

const NO_NOTE = versionHash({ note: '' })

const accountId = async (_: Shop, { user }: Account) => user.id

/** An account with a confirmed address, under which a guest has ordered. */
async function accountWithGuest(shop: Shop, { user: { id, email } }: Account) {
  await shop.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id))
  await paid(shop, await guest(shop.db, { email }))
  return id
}

export const accessRows: AccessRows<(typeof customers)['calls']> = {
  rows: {
    'GET /api/customers': {},
    'GET /api/customers/:id': row({ make: accountId, call: (id) => ({ url: `/api/customers/${id}` }) }),
    'PUT /api/customers/:id/note': row({
      make: accountId,
      call: (id) => ({ url: `/api/customers/${id}/note`, body: { note: '', version: NO_NOTE } }),
    }),
    'PUT /api/customers/:id/merged': row({
      make: accountWithGuest,
      call: (id) => ({ url: `/api/customers/${id}/merged` }),
    }),
    'DELETE /api/customers/:id/merged': row({
      make: accountId,
      call: (id) => ({ url: `/api/customers/${id}/merged` }),
    }),
  },
}
