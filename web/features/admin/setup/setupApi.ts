import type { Setup, SetupCheck, TestEmail } from '#contract/admin/setup.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const setupApi = api.injectEndpoints({
  endpoints: (build) => ({
    setup: build.query<Setup, void>({
      query: () => ({ url: '/api/setup' }),
      transformResponse: decoded('Setup'),
      keepUnusedDataFor: 0,
    }),
    health: build.query<Setup, void>({
      query: () => ({ url: '/api/setup/health' }),
      transformResponse: decoded('Setup'),
      keepUnusedDataFor: 0,
    }),
    testSetup: build.mutation<SetupCheck, 'payments' | 'address'>({
      query: (name) => ({ url: `/api/setup/${name}`, method: 'POST' }),
      transformResponse: decoded('SetupCheck'),
    }),
    sendTestEmail: build.mutation<TestEmail, void>({
      query: () => ({ url: '/api/setup/mail', method: 'POST' }),
      transformResponse: decoded('TestEmail'),
    }),
    testEmail: build.query<SetupCheck, number>({
      query: (id) => ({ url: `/api/setup/mail/${id}` }),
      transformResponse: decoded('SetupCheck'),
    }),
  }),
})

export const { useSetupQuery, useHealthQuery, useTestSetupMutation, useSendTestEmailMutation, useTestEmailQuery } =
  setupApi
