import type {
  Dispatch,
  ManualPayment,
  NewAddress,
  NewDelay,
  NewRefund,
  SentShipments,
  Shipment,
} from '#contract/admin/orders.ts'
import { call, encoded } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'

type Shipped = { id: string; shipment?: Partial<Dispatch> }
type CorrectedParcel = { id: string; parcel: string; shipment: Shipment }
type Refunded = { id: string } & NewRefund

/** The cache tags of every list of orders, and of no single order. */
const LIST = { type: 'Order', id: 'LIST' } as const

const adminOrdersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the orders; `query` is the query string of the list's URL. */
    orders: build.query({
      ...call('GET /api/orders', 'OrderPage', (query: string) => ({ query })),
      providesTags: ['Order', LIST],
      keepUnusedDataFor: 0,
    }),
    timeline: build.query({
      ...call('GET /api/orders/:id/timeline', 'Timeline', (id: string) => ({ id })),
      providesTags: ['Order'],
    }),
    /** Adds a note and answers the timeline. */
    addNote: build.mutation({
      ...call('POST /api/orders/:id/notes', 'Timeline', ({ id, text }: { id: string; text: string }) => ({
        id,
        body: { text },
      })),
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (data) dispatch(adminOrdersApi.util.upsertQueryData('timeline', id, data))
      },
    }),
    parcels: build.query({
      ...call('GET /api/orders/packing', 'Parcels', (ids: string) => ({ query: { ids } })),
    }),
    /** Tells the buyer of a new day by which the order ships. */
    delayOrder: build.mutation({
      ...call('POST /api/orders/:id/delays', null, ({ id, delay }: { id: string; delay: NewDelay }) => ({
        id,
        body: delay,
      })),
      invalidatesTags: ['Order'],
    }),
    shipOrder: build.mutation({
      ...call('PUT /api/orders/:id/shipped', 'Order', ({ id, shipment = {} }: Shipped) => ({ id, body: shipment })),
      invalidatesTags: ['Order'],
    }),
    takeBackParcel: build.mutation({
      ...call('DELETE /api/orders/:id/parcels/:parcelId', null, ({ id, parcel }: { id: string; parcel: string }) => ({
        id,
        parcelId: parcel,
      })),
      invalidatesTags: ['Order'],
    }),
    /** Takes back what was shipped at once, and answers how much of it was not too late. */
    takeBackShipments: build.mutation({
      ...call('PUT /api/orders/unshipped', 'ShipmentsTakenBack', (body: SentShipments) => ({ body })),
      invalidatesTags: ['Order'],
    }),
    correctParcel: build.mutation({
      ...call('PUT /api/orders/:id/parcels/:parcelId', null, ({ id, parcel, shipment }: CorrectedParcel) => ({
        id,
        parcelId: parcel,
        body: shipment,
      })),
      invalidatesTags: ['Order'],
    }),
    takeBackReady: build.mutation({
      ...call('DELETE /api/orders/:id/ready', null, (id: string) => ({ id })),
      invalidatesTags: ['Order'],
    }),
    markCollected: build.mutation({
      ...call('PUT /api/orders/:id/collected', null, (id: string) => ({ id })),
      invalidatesTags: ['Order'],
    }),
    takeBackCollected: build.mutation({
      ...call('DELETE /api/orders/:id/collected', null, (id: string) => ({ id })),
      invalidatesTags: ['Order'],
    }),
    markPaid: build.mutation({
      ...call('PUT /api/orders/:id/paid', null, ({ id, payment }: { id: string; payment: ManualPayment }) => ({
        id,
        body: payment,
      })),
      invalidatesTags: ['Order'],
    }),
    changeAddress: build.mutation({
      ...call('PUT /api/orders/:id/address', null, ({ id, ...address }: { id: string } & NewAddress) => ({
        id,
        body: address,
      })),
      invalidatesTags: ['Order'],
    }),
    shipOrders: build.mutation({
      ...call('PUT /api/orders/shipped', 'OrdersShipped', (ids: string[]) => ({ body: { ids } })),
      invalidatesTags: ['Order'],
    }),
    /** What can still be refunded of an order. */
    refundable: build.query({
      ...call('GET /api/orders/:id/refundable', 'Refundable', (id: string) => ({ id })),
      providesTags: ['Order'],
    }),
    refundOrder: build.mutation({
      ...call('POST /api/orders/:id/refund', null, ({ id, ...refund }: Refunded) => ({
        id,
        body: encoded('NewRefund', refund),
      })),
      invalidatesTags: ['Order'],
    }),
    declineCancellation: build.mutation({
      ...call('PUT /api/orders/:id/cancel-request', null, ({ id, answer }: { id: string; answer: string }) => ({
        id,
        body: { answer },
      })),
      invalidatesTags: ['Order'],
    }),
    /** Does not reload the page of the order, which no longer exists. */
    deleteOrder: build.mutation({
      ...call('DELETE /api/orders/:id', null, (id: string) => ({ id })),
      invalidatesTags: [LIST],
    }),
    /** The page with everything that the shop holds about the guest who bought an order. */
    dataOfGuest: build.mutation<string, string>({
      query: (id) => ({ url: `/api/personal-data/orders/${encodeURIComponent(id)}` }),
    }),
    eraseGuest: build.mutation({
      ...call('DELETE /api/orders/:id/guest', null, (id: string) => ({ id })),
      invalidatesTags: ['Order', 'User'],
    }),
    restoreOrder: build.mutation({
      ...call('PUT /api/orders/:id/restored', null, (id: string) => ({ id })),
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
  useTakeBackParcelMutation,
  useTakeBackShipmentsMutation,
  useCorrectParcelMutation,
  useTakeBackReadyMutation,
  useMarkCollectedMutation,
  useTakeBackCollectedMutation,
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
