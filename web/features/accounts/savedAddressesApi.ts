import type { ShippingAddress } from '#contract/orders.ts'
import type { SavedAddress } from '#contract/saved-addresses.ts'
import { api, decoded } from '../../api.ts'

const savedAddressesApi = api.injectEndpoints({
  endpoints: (build) => ({
    savedAddresses: build.query<SavedAddress[], void>({
      query: () => ({ url: '/api/users/addresses' }),
      transformResponse: decoded('SavedAddresses'),
      keepUnusedDataFor: 0,
      providesTags: ['Address'],
    }),
    saveAddress: build.mutation<unknown, ShippingAddress>({
      query: (body) => ({ url: '/api/users/addresses', method: 'POST', body }),
      invalidatesTags: ['Address'],
    }),
    deleteAddress: build.mutation<unknown, string>({
      query: (id) => ({ url: `/api/users/addresses/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Address'],
    }),
  }),
})

export const { useSavedAddressesQuery, useSaveAddressMutation, useDeleteAddressMutation } = savedAddressesApi
