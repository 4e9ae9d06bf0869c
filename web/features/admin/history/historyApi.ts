import type {
  AdminPastReview,
  OrdersOfUser,
  PastOrder,
  PastOrderPage,
  PastReviewChange,
  PastReviewPage,
} from '#contract/admin/history.ts'
import type { Done } from '#contract/users.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const at = (list: string, id: string) => `/api/${list}/${encodeURIComponent(id)}`

const historyApi = api.enhanceEndpoints({ addTagTypes: ['History', 'Import'] }).injectEndpoints({
  endpoints: (build) => ({
    /** A page of past orders; `query` is the query string of the list's URL. */
    pastOrders: build.query<PastOrderPage, string>({
      query: (query) => ({ url: `/api/past-orders?${query}` }),
      transformResponse: decoded('PastOrderPage'),
      providesTags: ['History', 'Import'],
      keepUnusedDataFor: 0,
    }),
    pastOrder: build.query<PastOrder, string>({
      query: (id) => ({ url: at('past-orders', id) }),
      transformResponse: decoded('PastOrder'),
      providesTags: ['History', 'Import'],
    }),
    erasePastCustomer: build.mutation<Done, string>({
      query: (id) => ({ url: at('past-customers', id), method: 'DELETE' }),
      transformResponse: decoded('Done'),
      invalidatesTags: (_, error) => (error ? [] : ['History']),
    }),
    /** A page of past reviews; `query` is the query string of the list's URL. */
    pastReviews: build.query<PastReviewPage, string>({
      query: (query) => ({ url: `/api/past-reviews?${query}` }),
      transformResponse: decoded('PastReviewPage'),
      providesTags: ['History', 'Import'],
      keepUnusedDataFor: 0,
    }),
    changePastReview: build.mutation<AdminPastReview, PastReviewChange & { id: string }>({
      query: ({ id, ...change }) => ({ url: at('past-reviews', id), method: 'PUT', body: change }),
      transformResponse: decoded('AdminPastReview'),
      invalidatesTags: (_, error) => (error ? [] : ['History']),
    }),
    ordersOfUser: build.query<OrdersOfUser, string>({
      query: (id) => ({ url: `${at('customers', id)}/orders` }),
      transformResponse: decoded('OrdersOfUser'),
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
