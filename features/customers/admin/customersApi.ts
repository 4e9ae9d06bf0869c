import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { customerCalls } from '../calls.ts'
import { Customer, type CustomerNote, CustomerPage } from '../contract.ts'

const { call } = featureClient<typeof customerCalls>()({ Customer, CustomerPage })

const customersApi = api.enhanceEndpoints({ addTagTypes: ['Customer'] }).injectEndpoints({
  endpoints: (build) => ({
    /** A page of customers; `query` is the query string of the list's URL. */
    customers: build.query({
      ...call('GET /api/customers', 'CustomerPage', (query: string) => ({ query })),
      providesTags: ['Customer', 'Order', 'User'],
      keepUnusedDataFor: 0,
    }),
    customer: build.query({
      ...call('GET /api/customers/:id', 'Customer', (id: string) => ({ id })),
      providesTags: ['Customer', 'Order', 'User'],
    }),
    saveCustomerNote: build.mutation({
      ...call('PUT /api/customers/:id/note', 'Customer', ({ id, ...body }: CustomerNote & { id: string }) => ({
        id,
        body,
      })),
      invalidatesTags: (_, error) => (error ? [] : ['Customer']),
    }),
    mergeCustomer: build.mutation({
      ...call('PUT /api/customers/:id/merged', 'Customer', (id: string) => ({ id })),
      invalidatesTags: (_, error) => (error ? [] : ['Customer']),
    }),
    separateCustomer: build.mutation({
      ...call('DELETE /api/customers/:id/merged', 'Customer', (id: string) => ({ id })),
      invalidatesTags: (_, error) => (error ? [] : ['Customer']),
    }),
  }),
})

export const {
  useCustomersQuery,
  useCustomerQuery,
  useLazyCustomerQuery,
  useSaveCustomerNoteMutation,
  useMergeCustomerMutation,
  useSeparateCustomerMutation,
} = customersApi
