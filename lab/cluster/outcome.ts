import type { TableRow } from '#lab/bench/figures.ts'
import type { Checkout } from '#lab/torture/traffic.ts'
import type { Kind, Request } from './load.ts'

/** What came of a fault: the requests from its begin to its end, and what the books say afterwards. */
export type Outcome = {
  struckAt: number
  endedAt: number
  requests: Request[]
  checkouts: Checkout[]
  /** Payments of which the shopper was told that they are made, and the database knows nothing. */
  lost: number
  /** The rules of the books that are violated. */
  violated: string[]
}

const KINDS: Kind[] = ['pages', 'JSON', 'photos', 'placing', 'paying']

/** The row of a fault in the table. Times are in seconds. */
export function rowOf(what: string, outcome: Outcome): TableRow {
  const { struckAt, endedAt, lost, violated } = outcome
  const requests = outcome.requests.filter(({ until }) => until >= struckAt)
  const share = (kind: Kind) => {
    const all = requests.filter((one) => one.kind === kind)
    return `${all.filter(({ isFailed }) => isFailed).length} of ${all.length}`
  }
  return {
    what,
    ...Object.fromEntries(KINDS.map((kind) => [kind, share(kind)])),
    'longest without a sale': seconds(longestPause(outcome.checkouts, struckAt, endedAt)),
    'until the last failure': seconds(untilLastFailure(requests, struckAt)),
    'shoppers saw': answersOf(requests),
    'payments lost': lost,
    violations: violated.length,
  }
}

/** In seconds, with one decimal. */
export const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** The longest time in which no payment was made, in milliseconds; counted from the last one before the fault. */
export function longestPause(checkouts: Checkout[], struckAt: number, endedAt: number): number {
  const paidTimes = checkouts
    .flatMap(({ said, until }) => (said === 'COMPLETED' && until ? [until] : []))
    .sort((a, b) => a - b)
  const before = paidTimes.findLast((at) => at <= struckAt) ?? struckAt
  const times = [before, ...paidTimes.filter((at) => at > struckAt && at < endedAt), endedAt]
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
}

/** Milliseconds from the fault until the last request that failed was answered; 0 when none did. */
export const untilLastFailure = (requests: Request[], struckAt: number): number =>
  Math.max(0, ...requests.filter(({ isFailed }) => isFailed).map(({ until }) => until - struckAt))

/** How often which answer was given instead of what was asked for. */
export function answersOf(requests: Request[]): string {
  const failedRequests = Map.groupBy(
    requests.filter(({ isFailed }) => isFailed),
    ({ ending }) => ending,
  )
  return [...failedRequests].map(([ending, all]) => `${all.length} × ${ending}`).join(', ') || 'nothing'
}
