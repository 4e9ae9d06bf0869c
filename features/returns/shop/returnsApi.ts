import { api, clientOf } from '#web/lib/api.ts'
import type { returnCalls } from '../calls.ts'
import type { NewReturn } from '../contract.ts'

/** The schema of this feature loads with its first call, as those of the shop do. */
const { call } = clientOf<typeof returnCalls>()(() => import('./wire.ts'))

const returnsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The returns of an order, by its id. */
    orderReturns: build.query({
      ...call('GET /api/orders/:id/returns', 'OrderReturns', (id: string) => ({ id })),
      providesTags: ['Order'],
    }),
    askReturn: build.mutation({
      ...call('POST /api/orders/:id/returns', 'OrderReturns', ({ id, ...body }: NewReturn & { id: string }) => ({
        id,
        body,
      })),
      invalidatesTags: ['Order'],
    }),
  }),
})

export const { useOrderReturnsQuery, useAskReturnMutation } = returnsApi
