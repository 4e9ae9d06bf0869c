import { Disputes, MoneyCheck, MoneyChecked, PayoutPage } from '#contract/admin/money-check.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { payoutCalls } from '../calls.ts'

const { call } = featureClient<typeof payoutCalls>()({ Disputes, MoneyCheck, MoneyChecked, PayoutPage })

const moneyApi = api.enhanceEndpoints({ addTagTypes: ['Discrepancy', 'Money'] }).injectEndpoints({
  endpoints: (build) => ({
    moneyCheck: build.query({
      ...call('GET /api/money-check', 'MoneyCheck', (month: string) => ({ query: { month } })),
      providesTags: ['Money', 'Discrepancy'],
    }),
    checkMoney: build.mutation({
      ...call('POST /api/money-check', 'MoneyChecked'),
      invalidatesTags: ['Money', 'Discrepancy', 'Order'],
    }),
    payout: build.query({
      ...call('GET /api/payouts/:id', 'PayoutPage', ({ id, pageNumber }: { id: string; pageNumber: number }) => ({
        id,
        query: { pageNumber },
      })),
      providesTags: ['Money'],
    }),
    disputes: build.query({
      ...call('GET /api/orders/:id/disputes', 'Disputes', (orderId: string) => ({ id: orderId })),
      providesTags: ['Order'],
    }),
  }),
})

export const { useMoneyCheckQuery, useCheckMoneyMutation, usePayoutQuery, useDisputesQuery } = moneyApi
