import type { ManualQuote } from '#contract/admin/orders.ts'
import type { Order } from '#contract/orders.ts'
import type { Product } from '#contract/products.ts'
import { api, decoded as decodedForAll } from '../../../../api.ts'
import { decoded } from '../../wire.ts'

const manualOrdersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A product as it is now, with its choices and questions. */
    piece: build.query<Product, string>({
      query: (id) => ({ url: `/api/products/${encodeURIComponent(id)}` }),
      transformResponse: decodedForAll('Product'),
      keepUnusedDataFor: 0,
    }),
    /** What an order costs that the seller adds; amounts of the request are in dollars. */
    manualQuote: build.query<ManualQuote, object>({
      query: (body) => ({ url: '/api/orders/manual/quote', method: 'POST', body }),
      transformResponse: decoded('ManualQuote'),
      keepUnusedDataFor: 0,
    }),
    addOrder: build.mutation<Order, object>({
      query: (body) => ({ url: '/api/orders/manual', method: 'POST', body }),
      transformResponse: decodedForAll('Order'),
      invalidatesTags: ['Order', 'Product'],
    }),
    /** The link of a guest's order, to pass on. */
    orderLink: build.query<{ url: string }, string>({
      query: (id) => ({ url: `/api/orders/${encodeURIComponent(id)}/link` }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useLazyPieceQuery, useManualQuoteQuery, useAddOrderMutation, useOrderLinkQuery } = manualOrdersApi
