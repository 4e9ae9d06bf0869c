import { type AccessRows, row } from '#server/testing/access-rows.ts'
import { passkeys as table } from '../schema.ts'
import type { passkeys } from '../server/feature.ts'

let made = 0

const credential = { id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} }
const FOR_STAFF = { stranger: 403, owner: 403 }

export const accessRows: AccessRows<(typeof passkeys)['calls']> = {
  rows: {
    'GET /api/passkeys': {},
    'POST /api/passkeys/options': { status: { ...FOR_STAFF, packer: 200, admin: 200 } },
    'POST /api/passkeys': {
      status: { ...FOR_STAFF, packer: 422, admin: 422 },
      call: () => ({
        url: '/api/passkeys',
        body: {
          name: 'Phone',
          credential: { ...credential, response: { clientDataJSON: 'AA', attestationObject: 'AA' } },
        },
      }),
    },
    'DELETE /api/passkeys/:id': row({
      status: { stranger: 404, owner: 200, admin: 404 },
      async make({ db }, { user: { id: userId } }) {
        const values = { userId, credentialId: `key-${++made}`, publicKey: Buffer.of(1), name: 'Phone' }
        const [passkey] = await db.insert(table).values(values).returning()
        return passkey
      },
      call: (passkey) => ({ url: `/api/passkeys/${passkey?.id}` }),
    }),
    'POST /api/passkeys/challenge': {},
    'POST /api/passkeys/sign-in': {
      status: 401,
      call: () => ({
        url: '/api/passkeys/sign-in',
        body: {
          credential: {
            ...credential,
            response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
          },
        },
      }),
    },
  },
}
