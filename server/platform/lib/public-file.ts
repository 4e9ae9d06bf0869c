// Fetches a file from an address that somebody else chose. A redirect leads to public hosts alone, as the address does.
import type { IncomingMessage } from 'node:http'
import { askPublicHost, FetchError, type PublicHosts, problemOf, publicUrl } from './public-request.ts'

type Limits = PublicHosts & {
  maxBytes: number
  timeoutMs: number
  /** Whether a content type is one of those wanted. */
  isWanted(type: string): boolean
}

const REQUEST = {
  method: 'GET',
  headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Boutique (moving in)' },
} as const

const MOST_REDIRECTS = 4

/** The bytes of the file at a web address. Throws a FetchError. */
export async function fetchPublicFile(address: string, limits: Limits): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  let url = publicUrl(address, limits)
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const answer = await askPublicHost(url, REQUEST, limits, signal)
    const { statusCode = 0, headers } = answer
    if (statusCode < 300 || statusCode > 399 || !headers.location) return await bodyOf(answer, limits, signal)
    answer.destroy()
    url = publicUrl(headers.location, limits, url)
  }
  throw new FetchError('redirects')
}

async function bodyOf(answer: IncomingMessage, { maxBytes, isWanted }: Limits, signal: AbortSignal) {
  try {
    if (answer.statusCode !== 200) throw new FetchError('status')
    if (!isWanted(answer.headers['content-type'] ?? '')) throw new FetchError('type')
    if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw new FetchError('tooLarge')
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new FetchError('tooLarge')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    throw problemOf(error, signal)
  } finally {
    answer.destroy()
  }
}
