import { isIPv4 } from 'node:net'
import { networkKey } from '#server/platform/rate-limits/network-key.ts'

/** The network of an IP address, which names no household: its /24 for IPv4, its /48 for IPv6. */
export function shortenedNetwork(address: string) {
  const network = networkKey(address)
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`
  return `${network.split(':').slice(0, 3).join(':')}::/48`
}
