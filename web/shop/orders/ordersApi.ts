import { MY_ORDERS_PAGE_SIZE } from '#contract/defaults.ts'
import type { NewOrder, Order } from '#contract/orders.ts'
import type { PaymentReport } from '#contract/payments.ts'
import { api, call, encoded } from '#web/lib/api.ts'
import type { AddedFields } from '#web/shop/slots/order-parts.ts'

type NewItem = NewOrder['orderItems'][number]
type ChosenFields = 'giftNote' | 'giftWrap' | 'wrapPrice' | 'shippingMethod'
type PricedOrder = Required<Omit<NewOrder, 'orderItems' | ChosenFields>> &
  Pick<NewOrder, ChosenFields> & { orderItems: (NewItem & Required<Omit<NewItem, 'answers'>>)[] }

/** The query of an order's page after a call that placed nothing, because it repeated the one before it. */
export const REPEATED_CALL = 'repeated'

/** The hash of a link to the payment form of an order's page. */
export const PAY_HASH = '#pay'

export const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    placeOrder: build.mutation({
      ...call('POST /api/orders', 'Order', (order: PricedOrder & { added?: AddedFields }) => ({
        body: encoded('NewOrder', order).then((body) => ({ ...body, ...order.added })),
      })),
      invalidatesTags: ['Order'],
    }),
    order: build.query({
      ...call('GET /api/orders/:id', 'Order', (id: string) => ({ id })),
      providesTags: ['Order'],
    }),
    /** Pages of the user's orders, newest first. */
    myOrders: build.infiniteQuery<Order[], void, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (orders, _pages, page) => (orders.length === MY_ORDERS_PAGE_SIZE ? page + 1 : undefined),
      },
      ...call('GET /api/orders/myorders', 'Orders', ({ pageParam: page }: { pageParam: number }) =>
        page > 1 ? { query: { page } } : {},
      ),
      keepUnusedDataFor: 0,
      providesTags: ['Order'],
    }),
    /** Verifies an unpaid order: the server removes items that are gone. */
    verifyOrder: build.mutation({
      ...call('POST /api/orders/verify/logs', 'Order', (order: string) => ({ body: { order } })),
      onQueryStarted: (id, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(ordersApi.util.upsertQueryData('order', id, data)),
          // After an error the order on screen stays as it was.
          () => undefined,
        ),
    }),
    /** Reports a payment; the server checks it with the card service. */
    pay: build.mutation({
      ...call('PUT /api/orders/:id/pay', null, ({ id, report }: { id: string; report: PaymentReport }) => ({
        id,
        body: report,
      })),
      invalidatesTags: ['Order'],
    }),
    /** Completes an order whose total is zero. */
    completeOrder: build.mutation({
      ...call('POST /api/orders/:id/complete', null, (id: string) => ({ id })),
      invalidatesTags: ['Order'],
    }),
    /** Cancels an order that is not paid. */
    cancelOrder: build.mutation({
      ...call('PUT /api/orders/:id/canceled', null, (id: string) => ({ id })),
      invalidatesTags: ['Order'],
    }),
    /** Asks the seller to cancel a paid order. */
    requestCancellation: build.mutation({
      ...call('POST /api/orders/:id/cancel-request', null, ({ id, reason }: { id: string; reason: string }) => ({
        id,
        body: { reason },
      })),
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
