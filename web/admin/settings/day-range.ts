type DayRange = { from: number; to: number }

/** `2` or `1-3`; empty without one. */
export function dayRangeText(range: DayRange | null) {
  if (!range) return ''
  return range.from === range.to ? String(range.to) : `${range.from}-${range.to}`
}

/** The range of days in a text such as `2`, `1-3` or `1 to 3`; undefined for anything else. */
export function parsedDayRange(text: string): DayRange | undefined {
  const [, from, to = from] = /^(\d{1,4})(?:\s*(?:-|–|to)\s*(\d{1,4}))?$/.exec(text.trim()) ?? []
  return from && to ? { from: Number(from), to: Number(to) } : undefined
}
