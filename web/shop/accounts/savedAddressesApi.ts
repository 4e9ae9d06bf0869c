import type { ShippingAddress } from '#contract/orders.ts'
import { api, call } from '#web/lib/api.ts'

const savedAddressesApi = api.injectEndpoints({
  endpoints: (build) => ({
    savedAddresses: build.query({
      ...call('GET /api/users/addresses', 'SavedAddresses'),
      keepUnusedDataFor: 0,
      providesTags: ['Address'],
    }),
    saveAddress: build.mutation({
      ...call('POST /api/users/addresses', null, (body: ShippingAddress) => ({ body })),
      invalidatesTags: ['Address'],
    }),
    deleteAddress: build.mutation({
      ...call('DELETE /api/users/addresses/:id', null, (id: string) => ({ id })),
      invalidatesTags: ['Address'],
    }),
  }),
})

export const { useSavedAddressesQuery, useSaveAddressMutation, useDeleteAddressMutation } = savedAddressesApi
