import { defineCalls } from '#contract/calls/define-calls.ts'
import { Done } from '#contract/users.ts'
import { NewPushDevice, PushDevice, PushDeviceKey, PushDevices, PushDeviceUpdate } from './contract.ts'

export const pushCalls = defineCalls({
  'GET /api/push-devices': {
    access: 'signed-in admin',
    id: 'listPushDevices',
    summary: 'List the devices on which you get notifications',
    answer: PushDevices,
  },
  'POST /api/push-devices': {
    access: 'signed-in admin',
    id: 'addPushDevice',
    summary: 'Get notifications on this device until you sign out of it',
    body: NewPushDevice,
    status: 201,
    answer: PushDevice,
  },
  'PUT /api/push-devices/:id': {
    access: 'signed-in admin',
    id: 'updatePushDevice',
    summary: 'Choose what a device notifies you of',
    params: PushDeviceKey,
    body: PushDeviceUpdate,
    answer: PushDevice,
  },
  'DELETE /api/push-devices/:id': {
    access: 'signed-in admin',
    id: 'removePushDevice',
    summary: 'Get no more notifications on a device',
    params: PushDeviceKey,
    answer: Done,
  },
  'POST /api/push-devices/:id/test': {
    access: 'signed-in admin',
    id: 'testPushDevice',
    summary: 'Send a test notification to a device',
    params: PushDeviceKey,
    status: 202,
    answer: Done,
  },
})
