import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Change } from './database.ts'
import type { FaultEffect, TakeEffects } from './fault-effects.ts'

/** `url` is signed, `target` (by default the same) receives the messages. `pauses` before each retry, in milliseconds. */
export type WebhookSettings = { url: string; signatureKey: string; target?: string; pauses?: number[] }

type Message = { body: string; createdAt: string; effects: FaultEffect[]; isFirst: boolean }
export type Webhooks = ReturnType<typeof openWebhooks>

const PAUSES = [1_000, 5_000, 20_000]
const TIMEOUT_MS = 10_000

/** Square's webhooks about changes. `post` ends when the messages are delivered, lost or given up, and never throws. */
export function openWebhooks(settings: WebhookSettings, takeEffects: TakeEffects, signal: AbortSignal) {
  const heldMessages: Message[] = []
  const target = settings.target ?? settings.url

  async function post(messages: Message[]) {
    await Promise.allSettled(messages.map(postOne))
  }

  async function postOne(message: Message) {
    const { delay, reverse, lose, duplicate = 1 } = optionsOf(message.effects)
    if (lose) return
    if (delay) await setTimeout(delay, undefined, { signal })
    if (reverse) return postReversed(message, reverse)
    await Promise.all(Array.from({ length: duplicate }, () => deliver(message)))
  }

  async function postReversed(message: Message, count: number) {
    heldMessages.push(message)
    if (heldMessages.length < count) return
    for (const next of heldMessages.splice(0).reverse()) await deliver(next)
  }

  async function deliver({ body, createdAt }: Message) {
    const pauses = settings.pauses ?? PAUSES
    let reason = await tryDelivery(body, { 'square-initial-delivery-timestamp': createdAt })
    for (const [number, pause] of pauses.entries()) {
      if (!reason) return
      await setTimeout(pause, undefined, { signal })
      reason = await tryDelivery(body, {
        'square-initial-delivery-timestamp': createdAt,
        'square-retry-number': String(number + 1),
        'square-retry-reason': reason,
      })
    }
  }

  /** The reason why the delivery failed; undefined when it succeeded. */
  async function tryDelivery(body: string, headers: Record<string, string>) {
    const signature = createHmac('sha256', settings.signatureKey)
      .update(settings.url + body)
      .digest('base64')
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const reply = await fetch(target, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'square-environment': 'Sandbox',
          'x-square-hmacsha256-signature': signature,
          ...headers,
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout]),
      })
      await reply.body?.cancel()
      return reply.ok ? undefined : 'http_error'
    } catch {
      return timeout.aborted ? 'http_timeout' : 'other_error'
    }
  }

  return {
    post,
    messagesOf: (changes: Change[]) => changes.map((change) => messageOf(change, takeEffects('webhook', 'after'))),
  }
}

const optionsOf = (
  effects: FaultEffect[],
): { delay?: number; reverse?: number; lose?: true; duplicate?: number; first?: true } => Object.assign({}, ...effects)

function messageOf(change: Change, effects: FaultEffect[]): Message {
  const createdAt = new Date().toISOString()
  const [type, { id }] =
    'payment' in change.object
      ? (['payment', change.object.payment] as const)
      : 'refund' in change.object
        ? (['refund', change.object.refund] as const)
        : (['dispute', change.object.dispute] as const)
  const body = {
    merchant_id: 'MSIMULATOR',
    type: change.type,
    event_id: randomUUID(),
    created_at: createdAt,
    data: { type, id, object: change.object },
  }
  return { body: JSON.stringify(body), createdAt, effects, isFirst: optionsOf(effects).first ?? false }
}
