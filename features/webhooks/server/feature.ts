import { defineFeature } from '#server/shop/feature.ts'
import { webhookCalls } from '../calls.ts'
import { WEBHOOK_EVENTS } from '../contract.ts'
import { webhookDeliveries } from '../schema.ts'
import { webhookMessages } from './off-mail.ts'
import { ofPeople } from './person-hooks.ts'
import { WEBHOOK_POLICIES } from './rate-limits.ts'
import { webhookRoutes } from './routes.ts'
import { startDeletingDeliveries, startSendingWebhooks } from './send-webhooks.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** Hosts that may receive webhooks although they are not public. */
    webhookHosts?: string[]
  }
}

/** Events of the shop for other programs (Standard Webhooks). */
export const webhooks = defineFeature({
  name: 'webhooks',
  calls: webhookCalls,
  sections: { 'webhook-endpoints': 'Endpoints that receive events of the shop' },
  webhooks: WEBHOOK_EVENTS,
  context: ({ env }) => ({ webhookHosts: env.WEBHOOK_HOSTS ?? [] }),
  routes: [webhookRoutes],
  policies: WEBHOOK_POLICIES,
  jobs: [startSendingWebhooks, startDeletingDeliveries],
  messages: webhookMessages,
  people: ofPeople,
  notBackedUp: [webhookDeliveries],
})
