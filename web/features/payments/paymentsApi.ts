import type { CardPayment, PaymentResult, PaymentSetup } from '#contract/payments.ts'
import { api, decoded } from '../../api.ts'

export const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** How cards are taken here: by the simulator of the demo, or by Square. */
    setup: build.query<PaymentSetup, void>({
      query: () => ({ url: '/api/payments/setup' }),
      transformResponse: decoded('PaymentSetup'),
    }),
    /** One press of Pay. `price` is in cents here and on the wire. */
    processSquare: build.mutation<PaymentResult, CardPayment>({
      query: (body) => ({ url: '/api/orders/processSquare', method: 'POST', body }),
      transformResponse: decoded('PaymentResult'),
    }),
  }),
})

export const { useSetupQuery } = paymentsApi
