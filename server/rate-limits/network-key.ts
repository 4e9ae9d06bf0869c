import { isIPv6 } from 'node:net'

/** Whom an address counts as: IPv4 by itself, IPv6 by its first 64 bits, of which one line has all the rest. */
export function networkKey(address: string) {
  const ip = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(ip)) return ip
  const [head = [], tail = []] = ip.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
