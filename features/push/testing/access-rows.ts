import { randomUUID } from 'node:crypto'
import type { AccessRows } from '#server/testing/access-rows.ts'
import type { push } from '../server/feature.ts'
import { browserSubscription } from './push-stand-in.ts'

const device = () => `/api/push-devices/${randomUUID()}`

export const accessRows: AccessRows<(typeof push)['calls']> = {
  rows: {
    'GET /api/push-devices': {},
    'POST /api/push-devices': {
      status: 400,
      call: () => ({
        url: '/api/push-devices',
        body: { ...browserSubscription('http://192.168.0.1').device, publicKey: `B${'A'.repeat(86)}` },
      }),
    },
    'PUT /api/push-devices/:id': { status: 404, call: () => ({ url: device(), body: { events: [] } }) },
    'DELETE /api/push-devices/:id': { status: 404, call: () => ({ url: device() }) },
    'POST /api/push-devices/:id/test': { status: 404, call: () => ({ url: `${device()}/test` }) },
  },
}
