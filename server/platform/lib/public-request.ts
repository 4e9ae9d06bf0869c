// Requests to an address that somebody else chose. Only public hosts are asked: the address that a name leads to is
// checked when it is connected to, so a name that leads elsewhere the second time is refused as well.
import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { request as requestHttp } from './node-http.ts'

/** Why a host was not asked, or its answer not taken. */
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
) => unknown

export type PublicHosts = {
  /** Hosts with ports that are asked although they are not public, such as `127.0.0.1:8080`: for the stand-ins of tests. */
  allowed?: readonly string[]
  /** The system's resolver, unless a test has one of its own. */
  resolve?: Resolve
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')
const isAllowed = (url: URL, { allowed = [] }: PublicHosts) => allowed.includes(url.host)

/**
 * The address, which has nothing that could reach other services: other ports and protocols, names and passwords. Throws
 * a FetchError.
 */
export function publicUrl(address: string, hosts: PublicHosts, base?: URL): URL {
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw new FetchError('address')
  if (isAllowed(url, hosts)) return url
  if (url.port) throw new FetchError('address')
  if (isIP(hostOf(url)) && !isPublicAddress(hostOf(url))) throw new FetchError('private')
  return url
}

/** As `publicUrl`, for what goes by https alone, but to hosts that are allowed. */
export function publicHttpsUrl(address: string, hosts: PublicHosts): URL {
  const url = publicUrl(address, hosts)
  if (url.protocol !== 'https:' && !isAllowed(url, hosts)) throw new FetchError('address')
  return url
}

/**
 * Whether an IP address is one of the public internet: not private, loopback, link-local, shared by a carrier, multicast
 * or reserved, and no IPv6 form of an IPv4 address (IANA's registries of special-purpose addresses).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.parse(address)
  if (ip.range() !== 'unicast') return false
  return ip.kind() === 'ipv4' || ip.match(GLOBAL_UNICAST)
}

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

type Request = { method: 'GET' | 'POST'; headers: Record<string, string | number>; body?: Buffer }

/** Sends a request to a public host, and returns its answer as it begins; a redirect is not followed. Throws a FetchError. */
export async function askPublicHost(
  url: URL,
  { body, ...options }: Request,
  hosts: PublicHosts,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isExempt = isAllowed(url, hosts)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const lookup = isExempt ? {} : { lookup: publicLookup(hosts.resolve ?? systemLookup) }
  return new Promise((resolve, reject) => {
    // A connection of an earlier call may lead elsewhere.
    const call = request(url, { ...options, ...lookup, agent: false, signal }, resolve)
    call.on('error', (error) => reject(problemOf(error, signal)))
    call.on('socket', (socket) => {
      const check = () => {
        if (!isExempt && !isPublicAddress(socket.remoteAddress ?? '')) socket.destroy(new FetchError('private'))
      }
      socket.once('connect', check)
    })
    call.end(body)
  })
}

/** Resolves a name, and refuses it when any of its addresses is not public. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new FetchError('unreachable'), '', 0)
      if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(new FetchError('private'), '', 0)
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })

/**
 * Asks the name servers itself: the system's resolver takes one of the process's four threads for as long as a name server
 * does not answer, and payments would wait for it.
 */
export const resolveWithoutThreads: Resolve = async (host, _, done) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  )
  done(addresses.length > 0 ? null : new FetchError('unreachable'), addresses)
}

/** The error as a FetchError. */
export function problemOf(error: unknown, signal: AbortSignal) {
  if (error instanceof FetchError) return error
  return new FetchError(signal.aborted ? 'tooSlow' : 'unreachable')
}
