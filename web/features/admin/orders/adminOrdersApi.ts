import type {
  ManualPayment,
  NewAddress,
  NewDelay,
  NewRefund,
  OrderEvent,
  OrderPage,
  Parcel,
  Refundable,
  Shipment,
} from '#contract/admin/orders.ts'
import { api } from '../../../api.ts'
import { decoded, encoded } from '../wire.ts'

type Shipped = { id: string; shipment?: Shipment & Partial<ManualPayment> }
type Refunded = { id: string } & NewRefund

const orderAt = (id: string) => `/api/orders/${encodeURIComponent(id)}`

/** The cache tags of every list of orders, and of no single order. */
const LIST = { type: 'Order', id: 'LIST' } as const

const adminOrdersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the orders; `query` is the query string of the list's URL. */
    orders: build.query<OrderPage, string>({
      query: (query) => ({ url: `/api/orders?${query}` }),
      transformResponse: decoded('OrderPage'),
      providesTags: ['Order', LIST],
      keepUnusedDataFor: 0,
    }),
    timeline: build.query<OrderEvent[], string>({
      query: (id) => ({ url: `${orderAt(id)}/timeline` }),
      transformResponse: decoded('Timeline'),
      providesTags: ['Order'],
    }),
    /** Adds a note and answers the timeline. */
    addNote: build.mutation<OrderEvent[], { id: string; text: string }>({
      query: ({ id, text }) => ({ url: `${orderAt(id)}/notes`, method: 'POST', body: { text } }),
      transformResponse: decoded('Timeline'),
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (data) dispatch(adminOrdersApi.util.upsertQueryData('timeline', id, data))
      },
    }),
    parcels: build.query<Parcel[], string>({
      query: (ids) => ({ url: `/api/orders/packing?ids=${encodeURIComponent(ids)}` }),
      transformResponse: decoded('Parcels'),
    }),
    /** Tells the buyer of a new day by which the order ships. */
    delayOrder: build.mutation<unknown, { id: string; delay: NewDelay }>({
      query: ({ id, delay }) => ({ url: `${orderAt(id)}/delays`, method: 'POST', body: delay }),
      invalidatesTags: ['Order'],
    }),
    shipOrder: build.mutation<unknown, Shipped>({
      query: ({ id, shipment = {} }) => ({ url: `${orderAt(id)}/shipped`, method: 'PUT', body: shipment }),
      invalidatesTags: ['Order'],
    }),
    markPaid: build.mutation<unknown, { id: string; payment: ManualPayment }>({
      query: ({ id, payment }) => ({ url: `${orderAt(id)}/paid`, method: 'PUT', body: payment }),
      invalidatesTags: ['Order'],
    }),
    changeAddress: build.mutation<unknown, { id: string } & NewAddress>({
      query: ({ id, ...address }) => ({ url: `${orderAt(id)}/address`, method: 'PUT', body: address }),
      invalidatesTags: ['Order'],
    }),
    shipOrders: build.mutation<{ shipped: number }, string[]>({
      query: (ids) => ({ url: '/api/orders/shipped', method: 'PUT', body: { ids } }),
      transformResponse: decoded('OrdersShipped'),
      invalidatesTags: ['Order'],
    }),
    /** What can still be refunded of an order. */
    refundable: build.query<Refundable, string>({
      query: (id) => ({ url: `${orderAt(id)}/refundable` }),
      transformResponse: decoded('Refundable'),
      providesTags: ['Order'],
    }),
    refundOrder: build.mutation<unknown, Refunded>({
      query: ({ id, ...refund }) => ({
        url: `${orderAt(id)}/refund`,
        method: 'POST',
        body: encoded('NewRefund', refund),
      }),
      invalidatesTags: ['Order'],
    }),
    declineCancellation: build.mutation<unknown, { id: string; answer: string }>({
      query: ({ id, answer }) => ({ url: `${orderAt(id)}/cancel-request`, method: 'PUT', body: { answer } }),
      invalidatesTags: ['Order'],
    }),
    /** Does not reload the page of the order, which no longer exists. */
    deleteOrder: build.mutation<unknown, string>({
      query: (id) => ({ url: orderAt(id), method: 'DELETE' }),
      invalidatesTags: [LIST],
    }),
    /** The page with everything that the shop holds about the guest who bought an order. */
    dataOfGuest: build.mutation<string, string>({
      query: (id) => ({ url: `/api/personal-data/orders/${encodeURIComponent(id)}` }),
    }),
    eraseGuest: build.mutation<unknown, string>({
      query: (id) => ({ url: `${orderAt(id)}/guest`, method: 'DELETE' }),
      invalidatesTags: ['Order', 'User'],
    }),
    restoreOrder: build.mutation<unknown, string>({
      query: (id) => ({ url: `${orderAt(id)}/restored`, method: 'PUT' }),
      invalidatesTags: ['Order'],
    }),
  }),
})

export const {
  useOrdersQuery,
  useTimelineQuery,
  useAddNoteMutation,
  useDelayOrderMutation,
  useParcelsQuery,
  useShipOrderMutation,
  useShipOrdersMutation,
  useMarkPaidMutation,
  useChangeAddressMutation,
  useRefundableQuery,
  useRefundOrderMutation,
  useDeclineCancellationMutation,
  useDeleteOrderMutation,
  useDataOfGuestMutation,
  useEraseGuestMutation,
  useRestoreOrderMutation,
} = adminOrdersApi
