import { Done } from '#contract/users.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { webhookCalls } from '../calls.ts'
import {
  type NewWebhookEndpoint,
  WebhookDeliveries,
  WebhookEndpoint,
  WebhookEndpointSecret,
  WebhookEndpoints,
  type WebhookEndpointUpdate,
} from '../contract.ts'

const { call } = featureClient<typeof webhookCalls>()({
  ...{ Done, WebhookDeliveries, WebhookEndpoint, WebhookEndpointSecret, WebhookEndpoints },
})

type Edit = { id: string; update: WebhookEndpointUpdate }
type Event = { id: string; eventId: string }

const webhooksApi = api.enhanceEndpoints({ addTagTypes: ['Webhook', 'WebhookLog'] }).injectEndpoints({
  endpoints: (build) => ({
    webhookEndpoints: build.query({
      ...call('GET /api/webhook-endpoints', 'WebhookEndpoints'),
      keepUnusedDataFor: 0,
      providesTags: ['Webhook'],
    }),
    webhookEndpoint: build.query({
      ...call('GET /api/webhook-endpoints/:id', 'WebhookEndpoint', (id: string) => ({ id })),
      keepUnusedDataFor: 0,
      providesTags: ['Webhook'],
    }),
    /** The response has the secret, as that of a new one: no other has. */
    createWebhook: build.mutation({
      ...call('POST /api/webhook-endpoints', 'WebhookEndpointSecret', (body: NewWebhookEndpoint) => ({ body })),
      invalidatesTags: ['Webhook'],
    }),
    updateWebhook: build.mutation({
      ...call('PUT /api/webhook-endpoints/:id', 'WebhookEndpoint', ({ id, update }: Edit) => ({ id, body: update })),
      invalidatesTags: ['Webhook', 'WebhookLog'],
    }),
    deleteWebhook: build.mutation({
      ...call('DELETE /api/webhook-endpoints/:id', 'Done', (id: string) => ({ id })),
    }),
    rotateWebhookSecret: build.mutation({
      ...call('POST /api/webhook-endpoints/:id/secret', 'WebhookEndpointSecret', (id: string) => ({ id })),
      invalidatesTags: ['Webhook'],
    }),
    testWebhook: build.mutation({
      ...call('POST /api/webhook-endpoints/:id/test', 'Done', (id: string) => ({ id })),
      invalidatesTags: ['WebhookLog'],
    }),
    webhookLog: build.query({
      ...call('GET /api/webhook-endpoints/:id/deliveries', 'WebhookDeliveries', (id: string) => ({ id })),
      keepUnusedDataFor: 0,
      providesTags: ['WebhookLog'],
    }),
    resendWebhook: build.mutation({
      ...call('POST /api/webhook-endpoints/:id/deliveries/:eventId/resent', 'Done', (event: Event) => event),
      invalidatesTags: ['WebhookLog'],
    }),
  }),
})

export const {
  useWebhookEndpointsQuery,
  useWebhookEndpointQuery,
  useCreateWebhookMutation,
  useUpdateWebhookMutation,
  useDeleteWebhookMutation,
  useRotateWebhookSecretMutation,
  useTestWebhookMutation,
  useWebhookLogQuery,
  useResendWebhookMutation,
} = webhooksApi
