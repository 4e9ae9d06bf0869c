// Posts an event to an endpoint, which may be slow, lie, or lead into the shop's own network.
import type { IncomingMessage } from 'node:http'
import { askPublicHost, FetchError, type PublicHosts, publicHttpsUrl } from '#server/platform/lib/public-request.ts'
import type { DeliveryProblem } from '../contract.ts'

/** What became of a try: the status of the answer and how it begins, or why there was none. */
export type Outcome = { status: number | null; problem: DeliveryProblem | null; answer: string | null }

/** As the specification recommends. */
const TIMEOUT_MS = 15_000
const MOST_BYTES = 4_000
const ANSWER_LENGTH = 1_000

export type WebhookPost = { url: string; headers: Record<string, string | number>; body: string }

/** Posts an event once. A redirect is an answer like others. Undefined when the shop closes meanwhile. */
export async function postWebhook(
  { url, headers, body }: WebhookPost,
  hosts: PublicHosts,
  closing?: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<Outcome | undefined> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = closing ? AbortSignal.any([timeout, closing]) : timeout
  const request = { method: 'POST' as const, headers: { ...headers, ...FIXED_HEADERS }, body: Buffer.from(body) }
  try {
    const answer = await askPublicHost(publicHttpsUrl(url, hosts), request, hosts, signal)
    return { status: answer.statusCode ?? 0, problem: null, answer: await beginningOf(answer) }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    if (closing?.aborted) return undefined
    return { status: null, problem: problemOf(error), answer: null }
  }
}

const FIXED_HEADERS = {
  'content-type': 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'Boutique (webhooks)',
}

const problemOf = ({ problem }: FetchError): DeliveryProblem =>
  problem === 'address' || problem === 'private' || problem === 'tooSlow' ? problem : 'unreachable'

/** The first characters of an answer, without those that the database cannot store. */
async function beginningOf(answer: IncomingMessage) {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= MOST_BYTES) break
    }
  } catch {
    // Cut off or too slow. The status has said already whether the event was received.
  } finally {
    answer.destroy()
  }
  const text = Buffer.concat(chunks).subarray(0, MOST_BYTES).toString()
  return text
    .replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
    .slice(0, ANSWER_LENGTH)
    .toWellFormed()
}
