// How long this process took for its last pages, by kind: lists such as `/shop`, and products, `/products/…`.

/** The last so many pages of each kind count. */
const MOST = 200
/** Fewer say nothing: the first ones after a start are slow. */
const LEAST = 20

export type PageTimes = ReturnType<typeof openPageTimes>

/** Measured times of pages. */
export function openPageTimes() {
  const times = new Map<string, number[]>()
  return {
    /** Notes how many milliseconds the page with this cache key took, from its data to its HTML. */
    note(key: string, ms: number) {
      const [, list = '/', below] = /^(\/[^/?]*)(\/[^?])?/.exec(key.toLowerCase()) ?? []
      const kind = below ? `${list}/…` : list
      const durations = times.get(kind) ?? []
      durations.push(ms)
      if (durations.length > MOST) durations.shift()
      times.set(kind, durations)
    },
    /** The kind of page whose 95th percentile is the longest, in whole milliseconds; undefined before there are enough. */
    slowest(): { kind: string; ms: number } | undefined {
      const medians = [...times].flatMap(([kind, durations]) => {
        if (durations.length < LEAST) return []
        const ms = durations.toSorted((a, b) => a - b)[Math.ceil(durations.length * 0.95) - 1] ?? 0
        return [{ kind, ms: Math.ceil(ms) }]
      })
      return medians.toSorted((a, b) => b.ms - a.ms)[0]
    },
  }
}

/** The times of the pages that this process has rendered. */
export const pageTimes = openPageTimes()
