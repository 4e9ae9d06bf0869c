import { Done } from '#contract/users.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { pushCalls } from '../calls.ts'
import { type NewPushDevice, PushDevice, PushDevices } from '../contract.ts'

const { call } = featureClient<typeof pushCalls>()({ Done, PushDevice, PushDevices })

const pushApi = api.enhanceEndpoints({ addTagTypes: ['PushDevice'] }).injectEndpoints({
  endpoints: (build) => ({
    pushDevices: build.query({
      ...call('GET /api/push-devices', 'PushDevices'),
      providesTags: ['PushDevice'],
    }),
    addPushDevice: build.mutation({
      ...call('POST /api/push-devices', 'PushDevice', (body: NewPushDevice) => ({ body })),
      invalidatesTags: ['PushDevice'],
    }),
    updatePushDevice: build.mutation({
      ...call('PUT /api/push-devices/:id', 'PushDevice', ({ _id: id, events }: Pick<PushDevice, '_id' | 'events'>) => ({
        id,
        body: { events },
      })),
      // A tick shows at once, and is taken back when the shop refuses it.
      async onQueryStarted({ _id, events }, { dispatch, queryFulfilled }) {
        const change = pushApi.util.updateQueryData('pushDevices', undefined, ({ devices }) => {
          for (const device of devices) if (device._id === _id) device.events = events
        })
        const { undo } = dispatch(change)
        await queryFulfilled.catch(undo)
      },
      invalidatesTags: ['PushDevice'],
    }),
    removePushDevice: build.mutation({
      ...call('DELETE /api/push-devices/:id', 'Done', (id: string) => ({ id })),
      invalidatesTags: ['PushDevice'],
    }),
    testPushDevice: build.mutation({
      ...call('POST /api/push-devices/:id/test', 'Done', (id: string) => ({ id })),
    }),
  }),
})

export const {
  usePushDevicesQuery,
  useAddPushDeviceMutation,
  useUpdatePushDeviceMutation,
  useRemovePushDeviceMutation,
  useTestPushDeviceMutation,
} = pushApi
