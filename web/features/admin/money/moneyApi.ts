import type { Dispute, MoneyCheck, MoneyChecked, PayoutPage } from '#contract/admin/money-check.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const moneyApi = api.enhanceEndpoints({ addTagTypes: ['Discrepancy', 'Money'] }).injectEndpoints({
  endpoints: (build) => ({
    moneyCheck: build.query<MoneyCheck, string>({
      query: (month) => ({ url: `/api/money-check?month=${month}` }),
      transformResponse: decoded('MoneyCheck'),
      providesTags: ['Money', 'Discrepancy'],
    }),
    checkMoney: build.mutation<MoneyChecked, void>({
      query: () => ({ url: '/api/money-check', method: 'POST' }),
      transformResponse: decoded('MoneyChecked'),
      invalidatesTags: ['Money', 'Discrepancy', 'Order'],
    }),
    payout: build.query<PayoutPage, { id: string; pageNumber: number }>({
      query: ({ id, pageNumber }) => ({ url: `/api/payouts/${encodeURIComponent(id)}?pageNumber=${pageNumber}` }),
      transformResponse: decoded('PayoutPage'),
      providesTags: ['Money'],
    }),
    disputes: build.query<Dispute[], string>({
      query: (orderId) => ({ url: `/api/orders/${orderId}/disputes` }),
      transformResponse: decoded('Disputes'),
      providesTags: ['Order'],
    }),
  }),
})

export const { useMoneyCheckQuery, useCheckMoneyMutation, usePayoutQuery, useDisputesQuery } = moneyApi
