import { SetupCheck } from '#contract/admin/setup-checks.ts'
import {
  Connections,
  GuidePage,
  type GuidePageName,
  type MailEntry,
  type PaymentsEntry,
  Setup,
  SquareLocations,
  type SquareToken,
  TestEmail,
} from '#features/shop-check/contract.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { setupCalls } from '../calls.ts'

const { call, decoded } = featureClient<typeof setupCalls>()({
  Connections,
  GuidePage,
  Setup,
  SetupCheck,
  SquareLocations,
  TestEmail,
})

const setupApi = api.injectEndpoints({
  endpoints: (build) => ({
    health: build.query({
      ...call('GET /api/setup/health', 'Setup'),
      keepUnusedDataFor: 0,
    }),
    connections: build.query({
      ...call('GET /api/setup/connections', 'Connections'),
      keepUnusedDataFor: 0,
    }),
    enterPayments: build.mutation({
      ...call('PUT /api/setup/connections/payments', 'Connections', (body: PaymentsEntry) => ({ body })),
    }),
    enterMail: build.mutation({
      ...call('PUT /api/setup/connections/mail', 'Connections', (body: MailEntry) => ({ body })),
    }),
    removeConnection: build.mutation({
      ...call('DELETE /api/setup/connections/:name', 'Connections', (name: 'payments' | 'mail') => ({ name })),
    }),
    testEnteredPayments: build.mutation({
      ...call('POST /api/setup/connections/payments/test', 'SetupCheck', (body: PaymentsEntry) => ({ body })),
    }),
    squareLocations: build.mutation({
      ...call('POST /api/setup/connections/payments/locations', 'SquareLocations', (body: SquareToken) => ({ body })),
    }),
    testEnteredMail: build.mutation({
      ...call('POST /api/setup/connections/mail/test', 'SetupCheck', (body: MailEntry) => ({ body })),
    }),
    restartShop: build.mutation({ ...call('POST /api/setup/restart', null) }),
    testSetup: build.mutation<SetupCheck, 'payments' | 'address'>({
      query: (name) => ({ url: `/api/setup/${name}`, method: 'POST' }),
      transformResponse: decoded('SetupCheck'),
    }),
    sendTestEmail: build.mutation({
      ...call('POST /api/setup/mail', 'TestEmail'),
    }),
    guidePage: build.query({
      ...call('GET /api/setup/guide/:page', 'GuidePage', (page: GuidePageName) => ({ page })),
    }),
    testEmail: build.query({
      ...call('GET /api/setup/mail/:id', 'SetupCheck', (id: number) => ({ id })),
    }),
  }),
})

export const {
  useConnectionsQuery,
  useEnterPaymentsMutation,
  useEnterMailMutation,
  useRemoveConnectionMutation,
  useTestEnteredPaymentsMutation,
  useTestEnteredMailMutation,
  useSquareLocationsMutation,
  useGuidePageQuery,
  useRestartShopMutation,
  useHealthQuery,
  useTestSetupMutation,
  useSendTestEmailMutation,
  useTestEmailQuery,
} = setupApi
