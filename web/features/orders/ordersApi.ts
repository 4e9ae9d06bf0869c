import { MY_ORDERS_PAGE_SIZE } from '#contract/defaults.ts'
import type { NewOrder, Order } from '#contract/orders.ts'
import type { PaymentReport } from '#contract/payments.ts'
import { api, decoded, encoded } from '../../api.ts'

type NewItem = NewOrder['orderItems'][number]
type Chosen = 'giftNote' | 'giftWrap' | 'wrapPrice' | 'shippingMethod' | 'tickets'
type PricedOrder = Required<Omit<NewOrder, 'orderItems' | Chosen>> &
  Pick<NewOrder, Chosen> & { orderItems: (NewItem & Required<Omit<NewItem, 'answers'>>)[] }

/** The query of an order's page after a call that placed nothing, because it repeated the one before it. */
export const REPEATED = 'repeated'

export const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    placeOrder: build.mutation<Order, PricedOrder>({
      query: (order) => ({ url: '/api/orders', method: 'POST', body: encoded('NewOrder', order) }),
      transformResponse: decoded('Order'),
      invalidatesTags: ['Order'],
    }),
    order: build.query<Order, string>({
      query: (id) => ({ url: `/api/orders/${encodeURIComponent(id)}` }),
      transformResponse: decoded('Order'),
      providesTags: ['Order'],
    }),
    /** Pages of the user's orders, newest first. */
    myOrders: build.infiniteQuery<Order[], void, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (orders, _pages, page) => (orders.length === MY_ORDERS_PAGE_SIZE ? page + 1 : undefined),
      },
      query: ({ pageParam: page }) => ({
        url: page > 1 ? `/api/orders/myorders?page=${page}` : '/api/orders/myorders',
      }),
      transformResponse: decoded('Orders'),
      keepUnusedDataFor: 0,
      providesTags: ['Order'],
    }),
    /** Verifies an unpaid order: the server removes items that are gone. */
    verifyOrder: build.mutation<Order, string>({
      query: (order) => ({ url: '/api/orders/verify/logs', method: 'POST', body: { order } }),
      transformResponse: decoded('Order'),
      onQueryStarted: (id, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(ordersApi.util.upsertQueryData('order', id, data)),
          // After an error the order on screen stays as it was.
          () => undefined,
        ),
    }),
    /** Reports a payment; the server checks it with the card service. */
    pay: build.mutation<unknown, { id: string; report: PaymentReport }>({
      query: ({ id, report }) => ({ url: `/api/orders/${encodeURIComponent(id)}/pay`, method: 'PUT', body: report }),
      invalidatesTags: ['Order'],
    }),
    /** Completes an order whose total is zero. */
    completeOrder: build.mutation<unknown, string>({
      query: (id) => ({ url: `/api/orders/${encodeURIComponent(id)}/complete`, method: 'POST' }),
      invalidatesTags: ['Order'],
    }),
    /** Cancels an order that is not paid. */
    cancelOrder: build.mutation<unknown, string>({
      query: (id) => ({ url: `/api/orders/${encodeURIComponent(id)}/canceled`, method: 'PUT' }),
      invalidatesTags: ['Order'],
    }),
    /** Asks the seller to cancel a paid order. */
    requestCancellation: build.mutation<unknown, { id: string; reason: string }>({
      query: ({ id, reason }) => ({
        url: `/api/orders/${encodeURIComponent(id)}/cancel-request`,
        method: 'POST',
        body: { reason },
      }),
      invalidatesTags: ['Order'],
    }),
  }),
})

export const {
  useCancelOrderMutation,
  useRequestCancellationMutation,
  usePlaceOrderMutation,
  useOrderQuery,
  useMyOrdersInfiniteQuery,
  useVerifyOrderMutation,
} = ordersApi
