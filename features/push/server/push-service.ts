// Posts encrypted notices to the push services of browsers (RFC 8030, 8291 and 8292). A browser gives the address, so only
// public hosts are asked, by https, and no redirect is followed.
import { createHash } from 'node:crypto'
import { askPublicHost, FetchError, type PublicHosts, publicHttpsUrl } from '#server/platform/lib/public-request.ts'
import type { VapidKeys } from './vapid-keys.ts'

export type Subscription = { endpoint: string; p256dh: string; auth: string }

/** What the desk's service worker gets. `tag` is the same for every copy of a notice. */
export type PushMessage = { title: string; body: string; path: string; tag: string }

/** `gone`: the browser has ended the subscription. `refused`: no retry can succeed. */
export type Delivery = 'sent' | 'gone' | 'refused' | 'failed'

export type PushSender = { keys: VapidKeys; subject: string; hosts: PublicHosts }

const TIMEOUT_MS = 10_000
/** For how long a push service keeps a notice for a device that is switched off. */
export const LIFETIME_SECONDS = 86_400

/** Sends a notice to a device once. */
export async function sendPush(
  { keys, subject, hosts }: PushSender,
  { endpoint, p256dh, auth }: Subscription,
  message: PushMessage,
): Promise<Delivery> {
  try {
    const url = publicHttpsUrl(endpoint, hosts)
    // Slow to load, and needed by shops alone whose sellers want notices.
    const { default: webPush } = await import('web-push')
    const { body, headers } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject, ...keys },
        TTL: LIFETIME_SECONDS,
        urgency: 'high',
        // The service keeps one notice of a topic, so a copy replaces the first.
        topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
      },
    )
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await askPublicHost(url, { method: 'POST', headers: headersOf(headers), body }, hosts, signal)
    // Nothing of the answer but its status is wanted.
    answer.destroy()
    return deliveryOf(answer.statusCode ?? 0)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    return error.problem === 'address' || error.problem === 'private' ? 'gone' : 'failed'
  }
}

const headersOf = (headers: object) => ({ ...headers }) as Record<string, string | number>

function deliveryOf(status: number): Delivery {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 400 || status === 413 ? 'refused' : 'failed'
}
