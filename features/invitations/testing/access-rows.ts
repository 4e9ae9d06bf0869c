import { newToken } from '#server/shop/accounts/tokens.ts'
import { type AccessRows, row } from '#server/testing/access-rows.ts'
import { admin, PASSWORD } from '#server/testing/factories.ts'
import { invitations as table } from '../schema.ts'
import type { invitations } from '../server/feature.ts'

let made = 0

export const accessRows: AccessRows<(typeof invitations)['calls']> = {
  rows: {
    'GET /api/invitations': {},
    'POST /api/invitations': {
      status: 201,
      call: () => ({ url: '/api/invitations', body: { email: `helper-${++made}@shop.example`, role: 'packer' } }),
    },
    'DELETE /api/invitations/:id': row({
      async make({ db }) {
        const invitedBy = (await admin(db)).user.id
        const [invitation] = await db
          .insert(table)
          .values({ email: `helper-${++made}@shop.example`, role: 'packer', invitedBy })
          .returning()
        return invitation
      },
      call: (invitation) => ({ url: `/api/invitations/${invitation?.id}` }),
    }),
    'POST /api/invitations/opened': {
      status: 410,
      call: () => ({ url: '/api/invitations/opened', body: { key: newToken() } }),
    },
    'POST /api/invitations/account': {
      status: 410,
      call: () => ({
        url: '/api/invitations/account',
        body: { key: newToken(), name: 'Eve', password: PASSWORD },
      }),
    },
    'POST /api/invitations/accepted': {
      status: 410,
      call: () => ({ url: '/api/invitations/accepted', body: { key: newToken() } }),
    },
  },
}
