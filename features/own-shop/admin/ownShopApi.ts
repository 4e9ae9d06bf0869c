import { OwnShop } from '#features/own-shop/contract.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { ownShopCalls } from '../calls.ts'
import type { OwnShopUpdate } from '../contract.ts'

const { call } = featureClient<typeof ownShopCalls>()({ OwnShop })

const ownShopApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownShop: build.query({
      ...call('GET /api/own-shop', 'OwnShop'),
    }),
    updateOwnShop: build.mutation({
      ...call('PUT /api/own-shop', 'OwnShop', (body: OwnShopUpdate) => ({ body })),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(ownShopApi.util.updateQueryData('ownShop', undefined, () => data)),
          () => {},
        ),
    }),
    /** Clears the demo. */
    startOwnShop: build.mutation({
      ...call('POST /api/own-shop', null),
    }),
  }),
})

export const { useOwnShopQuery, useUpdateOwnShopMutation, useStartOwnShopMutation } = ownShopApi
