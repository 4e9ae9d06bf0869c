import { isIPv6 } from 'node:net'

/** The key of all clients whose connection is closed already, which leaves no address. */
const CLOSED_CONNECTION = 'closed'

/**
 * The rate limit key of an IP address: itself for IPv4, its /64 for IPv6, since one household has a whole /64. Fastify
 * has no address once the connection is closed.
 */
export function networkKey(address: string | undefined) {
  if (address === undefined) return CLOSED_CONNECTION
  const ip = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(ip)) return ip
  const [head = [], tail = []] = ip.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
