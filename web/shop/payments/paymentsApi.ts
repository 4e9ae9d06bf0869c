import type { CardPayment } from '#contract/payments.ts'
import { api, call } from '#web/lib/api.ts'

export const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The payment setup: the demo's simulator, or Square. */
    setup: build.query({
      ...call('GET /api/payments/setup', 'PaymentSetup'),
    }),
    /** Pays an order. `price` is in cents, also in JSON. */
    processSquare: build.mutation({
      ...call('POST /api/orders/processSquare', 'PaymentResult', (body: CardPayment) => ({ body })),
    }),
  }),
})

export const { useSetupQuery } = paymentsApi
