import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { invitationCalls } from '../calls.ts'
import { Invitation, Invitations, type NewInvitation } from '../contract.ts'

const { call } = featureClient<typeof invitationCalls>()({ Invitation, Invitations })

const invitationsApi = api.enhanceEndpoints({ addTagTypes: ['Invitation'] }).injectEndpoints({
  endpoints: (build) => ({
    invitations: build.query({
      ...call('GET /api/invitations', 'Invitations'),
      providesTags: ['Invitation'],
      keepUnusedDataFor: 0,
    }),
    invite: build.mutation({
      ...call('POST /api/invitations', 'Invitation', (body: NewInvitation) => ({ body })),
      invalidatesTags: ['Invitation'],
    }),
    revokeInvitation: build.mutation({
      ...call('DELETE /api/invitations/:id', null, (id: string) => ({ id })),
      invalidatesTags: ['Invitation'],
    }),
  }),
})

export const { useInvitationsQuery, useInviteMutation, useRevokeInvitationMutation } = invitationsApi
