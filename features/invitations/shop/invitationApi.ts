import { api, clientOf } from '#web/lib/api.ts'
import { signInAnswered } from '#web/shop/accounts/accountsApi.ts'
import type { invitationCalls } from '../calls.ts'
import type { InvitedAccount } from '../contract.ts'

/** The schemas of this feature load with its first call, as those of the shop do. */
const { call } = clientOf<typeof invitationCalls>()(() => import('./wire.ts'))

const invitationApi = api.injectEndpoints({
  endpoints: (build) => ({
    openInvitation: build.query({
      ...call('POST /api/invitations/opened', 'OpenedInvitation', (key: string) => ({
        body: { key },
        isAnonymous: true,
      })),
      keepUnusedDataFor: 0,
    }),
    createInvitedAccount: build.mutation({
      ...call('POST /api/invitations/account', 'SignedIn', (body: InvitedAccount) => ({ body, isAnonymous: true })),
      onQueryStarted: signInAnswered,
    }),
    acceptInvitation: build.mutation({
      ...call('POST /api/invitations/accepted', 'SignedIn', (key: string) => ({ body: { key } })),
      onQueryStarted: signInAnswered,
    }),
  }),
})

export const { useOpenInvitationQuery, useCreateInvitedAccountMutation, useAcceptInvitationMutation } = invitationApi
