import { api, clientOf } from '#web/lib/api.ts'
import { signInAnswered } from '#web/shop/accounts/accountsApi.ts'
import type { passkeyCalls } from '../calls.ts'
import type { NewPasskey, PasskeySignIn } from '../contract.ts'

/** The schemas of this feature load with its first call, as those of the shop do. */
const { call } = clientOf<typeof passkeyCalls>()(() => import('./wire.ts'))

const passkeysApi = api.enhanceEndpoints({ addTagTypes: ['Passkey'] }).injectEndpoints({
  endpoints: (build) => ({
    passkeys: build.query({
      ...call('GET /api/passkeys', 'Passkeys'),
      providesTags: ['Passkey'],
      keepUnusedDataFor: 0,
    }),
    beginPasskey: build.mutation({ ...call('POST /api/passkeys/options', 'CredentialOptions') }),
    createPasskey: build.mutation({
      ...call('POST /api/passkeys', 'Passkey', (body: NewPasskey) => ({ body })),
      invalidatesTags: ['Passkey'],
    }),
    removePasskey: build.mutation({
      ...call('DELETE /api/passkeys/:id', 'Done', (id: string) => ({ id })),
      invalidatesTags: ['Passkey'],
    }),
    beginPasskeySignIn: build.mutation({
      ...call('POST /api/passkeys/challenge', 'CredentialOptions', () => ({ isAnonymous: true })),
    }),
    signInWithPasskey: build.mutation({
      ...call('POST /api/passkeys/sign-in', 'SignedIn', (body: PasskeySignIn) => ({ body, isAnonymous: true })),
      onQueryStarted: signInAnswered,
    }),
  }),
})

export const {
  usePasskeysQuery,
  useBeginPasskeyMutation,
  useCreatePasskeyMutation,
  useRemovePasskeyMutation,
  useBeginPasskeySignInMutation,
  useSignInWithPasskeyMutation,
} = passkeysApi
