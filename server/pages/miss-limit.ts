/** What a network may ask for at once, and then for each second, of pages that have to be made. */
const AT_ONCE = 300
const A_SECOND = 3
/** More networks than these are not told apart for long: the ones that were quiet are forgotten. */
const MOST_NETWORKS = 10_000

/**
 * Whether a network may have one more page made for it; in this process only, because a page that is kept costs nothing.
 * A shopper or a search engine never comes near the limit.
 */
export function openMissLimit() {
  const networks = new Map<string, { left: number; at: number }>()
  const leftOf = (network: string, now: number) => {
    const { left, at } = networks.get(network) ?? { left: AT_ONCE, at: now }
    return Math.min(AT_ONCE, left + ((now - at) / 1_000) * A_SECOND)
  }
  const forgetQuiet = (now: number) => {
    for (const network of networks.keys()) if (leftOf(network, now) === AT_ONCE) networks.delete(network)
    if (networks.size >= MOST_NETWORKS) networks.clear()
  }
  return (network: string) => {
    const now = performance.now()
    const left = leftOf(network, now)
    if (left < 1) return false
    if (networks.size >= MOST_NETWORKS) forgetQuiet(now)
    networks.set(network, { left: left - 1, at: now })
    return true
  }
}
