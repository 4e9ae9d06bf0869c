/** Token bucket of a network, for pages that are not cached: its size, and its refill per second. */
const BURST = 300
const PER_SECOND = 3
/** An empty bucket is full after this. Full ones are dropped as often, and the fuller half when there are too many. */
const FULL_AFTER_MS = (1_000 * BURST) / PER_SECOND
const MAX_NETWORKS = 10_000

type Bucket = { left: number; at: number }

/**
 * Rate limit on cache misses: returns a function that takes a token of a network, false when none is left. Counts are
 * per process. A shopper or a search engine never comes near the limit.
 */
export function openMissLimit(networks = new Map<string, Bucket>()) {
  const leftOf = (network: string, now: number) => {
    const { left, at } = networks.get(network) ?? { left: BURST, at: now }
    return Math.min(BURST, left + ((now - at) / 1_000) * PER_SECOND)
  }
  let forgotAt = performance.now()
  const forgetQuiet = (now: number) => {
    forgotAt = now
    for (const network of networks.keys()) if (leftOf(network, now) === BURST) networks.delete(network)
    if (networks.size < MAX_NETWORKS) return
    const byLeft = [...networks.keys()].sort((one, other) => leftOf(other, now) - leftOf(one, now))
    for (const network of byLeft.slice(0, MAX_NETWORKS / 2)) networks.delete(network)
  }
  return (network: string) => {
    const now = performance.now()
    const missesLeft = leftOf(network, now)
    if (missesLeft < 1) return false
    if (networks.size >= MAX_NETWORKS || now - forgotAt > FULL_AFTER_MS) forgetQuiet(now)
    networks.set(network, { left: missesLeft - 1, at: now })
    return true
  }
}
