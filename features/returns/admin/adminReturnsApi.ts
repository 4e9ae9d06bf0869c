import type { z } from 'zod'
import { Done } from '#contract/users.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import {
  AdminReturn,
  AdminReturnPage,
  type ExchangeItems,
  ExchangeQuote,
  type NewExchange,
  ReturnPolicy,
} from '../admin-contract.ts'
import type { returnCalls } from '../calls.ts'

const { call } = featureClient<typeof returnCalls>()({
  AdminReturn,
  AdminReturnPage,
  Done,
  ExchangeQuote,
  ReturnPolicy,
})

type Answer = { id: string; answer: string }
type OfReturn<Body extends z.ZodType> = z.input<Body> & { id: string }

const adminReturnsApi = api.enhanceEndpoints({ addTagTypes: ['Return', 'Waiting'] }).injectEndpoints({
  endpoints: (build) => ({
    /** A page of the returns; `query` is the query string of the list's URL, or names an order. */
    adminReturns: build.query({
      ...call('GET /api/returns', 'AdminReturnPage', (query: string) => ({ query })),
      providesTags: ['Return', 'Order'],
      keepUnusedDataFor: 0,
    }),
    acceptReturn: build.mutation({
      ...call('PUT /api/returns/:id/accepted', 'AdminReturn', ({ id, ...body }: Answer) => ({ id, body })),
      invalidatesTags: ['Return', 'Waiting'],
    }),
    refuseReturn: build.mutation({
      ...call('PUT /api/returns/:id/refused', 'AdminReturn', ({ id, ...body }: Answer) => ({ id, body })),
      invalidatesTags: ['Return', 'Waiting'],
    }),
    adminReturn: build.query({
      ...call('GET /api/returns/:id', 'AdminReturn', (id: string) => ({ id })),
      providesTags: ['Return', 'Order'],
      keepUnusedDataFor: 0,
    }),
    /** What an exchange costs its buyer; amounts of the request are in dollars. */
    exchangeQuote: build.query({
      ...call(
        'POST /api/returns/:id/exchange/quote',
        'ExchangeQuote',
        ({ id, ...body }: OfReturn<typeof ExchangeItems>) => ({
          id,
          body,
        }),
      ),
      keepUnusedDataFor: 0,
    }),
    exchangeReturn: build.mutation({
      ...call('POST /api/returns/:id/exchange', 'AdminReturn', ({ id, ...body }: OfReturn<typeof NewExchange>) => ({
        id,
        body,
      })),
      invalidatesTags: ['Return', 'Waiting', 'Order', 'Product'],
    }),
    closeWithdrawal: build.mutation({
      ...call('PUT /api/returns/unmatched/:id/done', 'Done', (id: string) => ({ id })),
      invalidatesTags: ['Return', 'Waiting'],
    }),
    returnPolicy: build.query({
      ...call('GET /api/returns/policy', 'ReturnPolicy'),
      providesTags: ['Return'],
      keepUnusedDataFor: 0,
    }),
    saveReturnPolicy: build.mutation({
      ...call('PUT /api/returns/policy', 'ReturnPolicy', (body: ReturnPolicy) => ({ body })),
      invalidatesTags: ['Return'],
    }),
  }),
})

export const {
  useAdminReturnsQuery,
  useAdminReturnQuery,
  useExchangeQuoteQuery,
  useExchangeReturnMutation,
  useAcceptReturnMutation,
  useRefuseReturnMutation,
  useCloseWithdrawalMutation,
  useReturnPolicyQuery,
  useSaveReturnPolicyMutation,
} = adminReturnsApi
