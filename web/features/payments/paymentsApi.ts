import type { CardPayment, PaymentResult, PaymentSetup } from '#contract/payments.ts'
import { api, decoded } from '../../api.ts'

export const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The payment setup: the demo's simulator, or Square. */
    setup: build.query<PaymentSetup, void>({
      query: () => ({ url: '/api/payments/setup' }),
      transformResponse: decoded('PaymentSetup'),
    }),
    /** Pays an order. `price` is in cents, also in JSON. */
    processSquare: build.mutation<PaymentResult, CardPayment>({
      query: (body) => ({ url: '/api/orders/processSquare', method: 'POST', body }),
      transformResponse: decoded('PaymentResult'),
    }),
  }),
})

export const { useSetupQuery } = paymentsApi
