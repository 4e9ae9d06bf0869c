import { randomUUID } from 'node:crypto'
import { type AccessRows, row } from '#server/testing/access-rows.ts'
import { queueTest } from '../server/deliveries.ts'
import type { webhooks } from '../server/feature.ts'
import { webhookEndpoint } from './factories.ts'

const ENDPOINT = { url: 'https://hooks.example/events', topics: ['order.paid'] }

const someEndpoint = (end = '', body?: object, status = 200) =>
  row({
    status,
    make: ({ db }) => webhookEndpoint(db),
    call: ({ id }) => ({ url: `/api/webhook-endpoints/${id}${end}`, body }),
  })

export const accessRows: AccessRows<(typeof webhooks)['calls']> = {
  rows: {
    'GET /api/webhook-endpoints': {},
    'POST /api/webhook-endpoints': {
      status: 201,
      call: () => ({ url: '/api/webhook-endpoints', body: ENDPOINT }),
    },
    'GET /api/webhook-endpoints/:id': someEndpoint(),
    'PUT /api/webhook-endpoints/:id': someEndpoint('', { ...ENDPOINT, isOn: false }),
    'DELETE /api/webhook-endpoints/:id': someEndpoint(),
    'POST /api/webhook-endpoints/:id/secret': someEndpoint('/secret', undefined, 201),
    'POST /api/webhook-endpoints/:id/test': someEndpoint('/test', undefined, 202),
    'GET /api/webhook-endpoints/:id/deliveries': someEndpoint('/deliveries'),
    'POST /api/webhook-endpoints/:id/deliveries/:eventId/resent': row({
      // It waits anyway.
      status: 400,
      async make({ db }) {
        const { id } = await webhookEndpoint(db)
        const [event] = await queueTest(db, id).returning()
        return { id, eventId: event?.eventId ?? randomUUID() }
      },
      call: ({ id, eventId }) => ({ url: `/api/webhook-endpoints/${id}/deliveries/${eventId}/resent` }),
    }),
  },
}
