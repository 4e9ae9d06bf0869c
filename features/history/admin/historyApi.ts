import type { PastReviewChange } from '#contract/admin/history.ts'
import { AdminPastReview, OrdersOfUser, PastOrder, PastOrderPage, PastReviewPage } from '#contract/admin/history.ts'
import { Done } from '#contract/users.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { historyCalls } from '../calls.ts'

const { call } = featureClient<typeof historyCalls>()({
  AdminPastReview,
  Done,
  OrdersOfUser,
  PastOrder,
  PastOrderPage,
  PastReviewPage,
})

const historyApi = api.enhanceEndpoints({ addTagTypes: ['History', 'Import'] }).injectEndpoints({
  endpoints: (build) => ({
    /** A page of past orders; `query` is the query string of the list's URL. */
    pastOrders: build.query({
      ...call('GET /api/past-orders', 'PastOrderPage', (query: string) => ({ query })),
      providesTags: ['History', 'Import'],
      keepUnusedDataFor: 0,
    }),
    pastOrder: build.query({
      ...call('GET /api/past-orders/:id', 'PastOrder', (id: string) => ({ id })),
      providesTags: ['History', 'Import'],
    }),
    erasePastCustomer: build.mutation({
      ...call('DELETE /api/past-customers/:id', 'Done', (id: string) => ({ id })),
      invalidatesTags: (_, error) => (error ? [] : ['History']),
    }),
    /** A page of past reviews; `query` is the query string of the list's URL. */
    pastReviews: build.query({
      ...call('GET /api/past-reviews', 'PastReviewPage', (query: string) => ({ query })),
      providesTags: ['History', 'Import'],
      keepUnusedDataFor: 0,
    }),
    changePastReview: build.mutation({
      ...call(
        'PUT /api/past-reviews/:id',
        'AdminPastReview',
        ({ id, ...change }: PastReviewChange & { id: string }) => ({ id, body: change }),
      ),
      invalidatesTags: (_, error) => (error ? [] : ['History']),
    }),
    ordersOfUser: build.query({
      ...call('GET /api/customers/:id/orders', 'OrdersOfUser', (id: string) => ({ id })),
      providesTags: ['History', 'Order'],
    }),
  }),
})

export const {
  usePastOrdersQuery,
  usePastOrderQuery,
  useErasePastCustomerMutation,
  usePastReviewsQuery,
  useChangePastReviewMutation,
  useOrdersOfUserQuery,
} = historyApi
