import type { OwnShop, OwnShopUpdate } from '#contract/admin/own-shop.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const ownShopApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownShop: build.query<OwnShop, void>({
      query: () => ({ url: '/api/own-shop' }),
      transformResponse: decoded('OwnShop'),
    }),
    updateOwnShop: build.mutation<OwnShop, OwnShopUpdate>({
      query: (body) => ({ url: '/api/own-shop', method: 'PUT', body }),
      transformResponse: decoded('OwnShop'),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(ownShopApi.util.updateQueryData('ownShop', undefined, () => data)),
          () => {},
        ),
    }),
    /** Clears the demo. */
    startOwnShop: build.mutation<unknown, void>({
      query: () => ({ url: '/api/own-shop', method: 'POST' }),
    }),
  }),
})

export const { useOwnShopQuery, useUpdateOwnShopMutation, useStartOwnShopMutation } = ownShopApi
