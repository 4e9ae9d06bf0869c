import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { paymentReminderCalls } from '../calls.ts'
import { PaymentReminders } from '../contract.ts'

const { call } = featureClient<typeof paymentReminderCalls>()({ PaymentReminders })

const remindersApi = api.injectEndpoints({
  endpoints: (build) => ({
    paymentReminders: build.query({
      ...call('GET /api/payment-reminders', 'PaymentReminders'),
      keepUnusedDataFor: 0,
    }),
    setPaymentReminders: build.mutation({
      ...call('PUT /api/payment-reminders', 'PaymentReminders', (body: PaymentReminders) => ({ body })),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(remindersApi.util.updateQueryData('paymentReminders', undefined, () => data)),
          () => {},
        ),
    }),
  }),
})

export const { usePaymentRemindersQuery, useSetPaymentRemindersMutation } = remindersApi
