import { api, clientOf } from '#web/lib/api.ts'
import type { letterCalls } from '../calls.ts'
import type { NewSubscriber } from '../contract.ts'

/** The schema of this feature loads with its first call, as those of the shop do. */
const { call } = clientOf<typeof letterCalls>()(() => import('./wire.ts'))

const lettersApi = api.injectEndpoints({
  endpoints: (build) => ({
    subscribe: build.mutation({
      ...call('POST /api/letters/subscribers', 'Done', (body: NewSubscriber) => ({ body, isAnonymous: true })),
    }),
    /** Confirms a request with the signed part of its link. */
    confirmSubscriber: build.mutation({
      ...call('POST /api/letters/confirmed', 'Done', (link: string) => ({ body: { link }, isAnonymous: true })),
    }),
  }),
})

export const { useSubscribeMutation, useConfirmSubscriberMutation } = lettersApi
