import { useIsOwner } from '#web/admin/lib/use-is-owner.ts'
import { call } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'

const waitingApi = api.enhanceEndpoints({ addTagTypes: ['Waiting'] }).injectEndpoints({
  endpoints: (build) => ({
    /** How many things wait for the seller, by what they are. */
    waiting: build.query({
      ...call('GET /api/admin/waiting', 'Waiting'),
      providesTags: ['Order', 'Waiting'],
    }),
  }),
})

/** What waits for the seller. Packers are told of nothing, because it has problems of payments. */
export const useWaiting = () => waitingApi.useWaitingQuery(undefined, { skip: !useIsOwner() })
