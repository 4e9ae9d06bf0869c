// Webhooks: events of the shop for other programs, by the Standard Webhooks specification (standardwebhooks.com).
import { z } from 'zod'
import { id, timestamp } from '#contract/codecs.ts'
import { WEBHOOK_FIELDS } from './messages.ts'
import { TOPIC_SUMMARIES } from './texts.ts'

export const MOST_ENDPOINTS = 10
export const URL_MAX = 500
/** How many deliveries the log of an endpoint shows. */
export const LOG_LENGTH = 50
/** For how many hours the secret before signs, too. */
export const OVERLAP_HOURS = 24

export const WebhookTopic = z.enum([
  'order.placed',
  'order.paid',
  'order.shipped',
  'order.collected',
  'order.refunded',
  'order.canceled',
  'product.created',
  'product.changed',
  'product.sold_out',
  'product.deleted',
])
export type WebhookTopic = z.infer<typeof WebhookTopic>

const OrderFacts = z.object({
  id,
  number: z.int(),
  state: z.enum(['unpaid', 'paid', 'shipped', 'collected', 'refunded', 'canceled']),
})

const ProductFacts = z.object({
  id,
  choice: id.nullable().describe('The choice of the product that it is about; null when it is the product itself'),
  stock: z.int().min(0).describe('Without what is being paid for. A product with choices has none itself'),
  state: z.enum(['for_sale', 'sold_out', 'deleted']),
})

const bodyOf = (topic: WebhookTopic) =>
  z.object({
    type: z.literal(topic),
    timestamp: timestamp.describe('When it happened'),
    data: topic.startsWith('order.') ? OrderFacts : ProductFacts,
  })

/** What is posted to endpoints: of each topic a sentence and the schema of the body. */
export const WEBHOOK_EVENTS = Object.fromEntries(
  WebhookTopic.options.map((topic) => [topic, { summary: TOPIC_SUMMARIES[topic], body: bodyOf(topic) }]),
)

/** Why the shop has switched an endpoint off: it failed for days, it said so itself (410), or its secret is lost. */
export const OffReason = z.enum(['failing', 'gone', 'secret'])
export type OffReason = z.infer<typeof OffReason>

/** Why there was no answer. */
export const DeliveryProblem = z.enum(['address', 'private', 'tooSlow', 'unreachable'])
export type DeliveryProblem = z.infer<typeof DeliveryProblem>

/** An endpoint as admins save it. Public hosts behind https are accepted. */
export const NewWebhookEndpoint = z
  .object({
    url: z.string().trim().min(1, WEBHOOK_FIELDS.enterUrl).max(URL_MAX, WEBHOOK_FIELDS.urlTooLong(URL_MAX)),
    topics: z.array(WebhookTopic).min(1, WEBHOOK_FIELDS.chooseTopic).max(WebhookTopic.options.length),
  })
  .meta({ id: 'NewWebhookEndpoint' })
export type NewWebhookEndpoint = z.infer<typeof NewWebhookEndpoint>

export const WebhookEndpointUpdate = NewWebhookEndpoint.extend({ isOn: z.boolean() }).meta({
  id: 'WebhookEndpointUpdate',
})
export type WebhookEndpointUpdate = z.infer<typeof WebhookEndpointUpdate>

export const WebhookEndpoint = z
  .object({
    _id: id,
    url: z.string(),
    topics: z.array(WebhookTopic),
    isOn: z.boolean(),
    offReason: OffReason.nullable().describe('Why the shop has switched it off; null when it is on, or a person has'),
    failingSince: timestamp.nullable().describe('Of the first try that failed since one succeeded'),
    rotatedAt: timestamp.nullable().describe('When its secret was replaced'),
    createdAt: timestamp,
  })
  .meta({ id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>
export const WebhookEndpoints = z.array(WebhookEndpoint)

/** An endpoint with its new secret, which no other response has. */
export const WebhookEndpointSecret = WebhookEndpoint.extend({ secret: z.string() }).meta({
  id: 'WebhookEndpointSecret',
})

/** An event on its way to an endpoint, or what became of it. */
export const WebhookDelivery = z
  .object({
    _id: z.string().describe('The webhook-id, the same in every try'),
    topic: z.union([WebhookTopic, z.literal('webhook.test')]),
    objectId: id,
    happenedAt: timestamp,
    state: z.enum(['waiting', 'delivered', 'failed']),
    tries: z.int().min(0),
    triedAt: timestamp.nullable(),
    nextTryAt: timestamp.nullable(),
    status: z.int().nullable(),
    problem: DeliveryProblem.nullable(),
    answer: z.string().nullable().describe('How the last answer begins'),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
export const WebhookDeliveries = z.array(WebhookDelivery)

export const WebhookEndpointKey = z.object({ id })
export const WebhookDeliveryKey = z.object({ id, eventId: id })
