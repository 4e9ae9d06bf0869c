import { SignedInDevices } from '#contract/devices.ts'
import { api, call } from '#web/lib/api.ts'

const devicesApi = api.enhanceEndpoints({ addTagTypes: ['Device'] }).injectEndpoints({
  endpoints: (build) => ({
    devices: build.query({
      ...call('GET /api/users/sessions', null),
      transformResponse: (answer: unknown) => SignedInDevices.parse(answer),
      providesTags: ['Device'],
      keepUnusedDataFor: 0,
    }),
    signOutDevice: build.mutation({
      ...call('DELETE /api/users/sessions/:id', null, (id: string) => ({ id })),
      invalidatesTags: ['Device'],
    }),
    /** Ends the user's other sessions. */
    endOtherSessions: build.mutation({
      ...call('DELETE /api/users/sessions', 'Done'),
      invalidatesTags: ['Device'],
    }),
  }),
})

export const { useDevicesQuery, useSignOutDeviceMutation, useEndOtherSessionsMutation } = devicesApi
