// Fetches a file from an address that somebody else chose. Only public hosts are asked: the address that a name leads to
// is checked when it is connected to, so a name that leads elsewhere the second time, or a redirect, is refused as well.
import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { request as requestHttp } from './node-http.ts'

/** Why a file was not fetched. */
export type FetchProblem =
  | 'address'
  | 'private'
  | 'redirects'
  | 'status'
  | 'type'
  | 'tooLarge'
  | 'tooSlow'
  | 'unreachable'

export class FetchError extends Error {
  readonly problem: FetchProblem

  constructor(problem: FetchProblem) {
    super(problem)
    this.problem = problem
  }
}

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

type Limits = {
  maxBytes: number
  timeoutMs: number
  /** Whether a content type is one of those wanted. */
  isWanted(type: string): boolean
  /** Hosts with ports that are asked although they are not public, such as `127.0.0.1:8080`: for the stand-ins of tests. */
  allowed?: readonly string[]
  /** The system's resolver, unless a test has one of its own. */
  resolve?: Resolve
}

const MOST_REDIRECTS = 4

/** The bytes of the file at a web address. Throws a FetchError. */
export async function fetchPublicFile(address: string, limits: Limits): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  let url = urlOf(address, limits)
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const answer = await ask(url, limits, signal)
    const { statusCode = 0, headers } = answer
    if (statusCode < 300 || statusCode > 399 || !headers.location) return await bodyOf(answer, limits, signal)
    answer.destroy()
    url = urlOf(headers.location, limits, url)
  }
  throw new FetchError('redirects')
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')
const isAllowed = (url: URL, { allowed = [] }: Limits) => allowed.includes(url.host)

/** The address without what could reach other services: other ports and protocols, names and passwords. */
function urlOf(address: string, limits: Limits, base?: URL): URL {
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw new FetchError('address')
  if (isAllowed(url, limits)) return url
  if (url.port) throw new FetchError('address')
  if (isIP(hostOf(url)) && !isPublicAddress(hostOf(url))) throw new FetchError('private')
  return url
}

/**
 * Whether an IP address is one of the public internet: not private, loopback, link-local, shared by a carrier, multicast
 * or reserved, and no IPv6 form of an IPv4 address (IANA's registries of special-purpose addresses).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
}

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

async function ask(url: URL, limits: Limits, signal: AbortSignal): Promise<IncomingMessage> {
  const isExempt = isAllowed(url, limits)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const options = {
    ...(!isExempt && { lookup: publicLookup(limits.resolve ?? systemLookup) }),
    // A connection of an earlier call may lead elsewhere.
    agent: false,
    signal,
    headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Boutique (moving in)' },
  }
  return new Promise((resolve, reject) => {
    const call = request(url, options, resolve)
    call.on('error', (error) => reject(problemOf(error, signal)))
    call.on('socket', (socket) => {
      const check = () => {
        if (!isExempt && !isPublicAddress(socket.remoteAddress ?? '')) socket.destroy(new FetchError('private'))
      }
      socket.once('connect', check)
    })
    call.end()
  })
}

/** Resolves a name, and refuses it when any of its addresses is not public. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? new FetchError('unreachable'), '', 0)
      if (!found.every(({ address }) => isPublicAddress(address))) return done(new FetchError('private'), '', 0)
      if (options.all) return done(null, found)
      done(null, first.address, first.family)
    })

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

function problemOf(error: unknown, signal: AbortSignal) {
  if (error instanceof FetchError) return error
  return new FetchError(signal.aborted ? 'tooSlow' : 'unreachable')
}
