/** From a moment until another, which is no longer in it. */
export type TimeSpan = { starts: Date; ends: Date }

/** The whole days of that time zone within the span, in their order. */
export function daysIn({ starts, ends }: TimeSpan, timeZone: string): TimeSpan[] {
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(timeZone).epochMilliseconds)
  const days: TimeSpan[] = []
  let day = dayAt(starts, timeZone)
  let from = startOf(day)
  while (from < ends) {
    day = day.add({ days: 1 })
    const to = startOf(day)
    // A day that a change of the time zone skips has no moment.
    if (from >= starts && to <= ends && from < to) days.push({ starts: from, ends: to })
    from = to
  }
  return days
}

const dayAt = (moment: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()

/** Whole days of the shop from one to another such as 2026-11-01, both included. */
export function spanOfDays({ from, to }: { from: string; to: string }, timeZone: string): TimeSpan {
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(timeZone).epochMilliseconds)
  return {
    starts: startOf(Temporal.PlainDate.from(from)),
    ends: startOf(Temporal.PlainDate.from(to).add({ days: 1 })),
  }
}

/** The months of the shop from one to another such as 2026-11, both included. */
export function monthSpans({ from, to }: { from: string; to: string }, timeZone: string) {
  const last = Temporal.PlainYearMonth.from(to)
  const months: (TimeSpan & { month: string })[] = []
  for (
    let month = Temporal.PlainYearMonth.from(from);
    Temporal.PlainYearMonth.compare(month, last) <= 0;
    month = month.add({ months: 1 })
  ) {
    months.push({ month: month.toString(), ...spanOfDays(daysOfMonth(month), timeZone) })
  }
  return months
}

/** A span cut where months of the shop begin. */
export function byMonth({ starts, ends }: TimeSpan, timeZone: string): TimeSpan[] {
  if (starts >= ends) return []
  const monthOf = (moment: Date) => dayAt(moment, timeZone).toPlainYearMonth().toString()
  return monthSpans({ from: monthOf(starts), to: monthOf(new Date(ends.getTime() - 1)) }, timeZone).map((month) => ({
    starts: month.starts < starts ? starts : month.starts,
    ends: month.ends > ends ? ends : month.ends,
  }))
}

/** The span of a month of the shop such as 2026-11. */
export function spanOfMonth(month: string, timeZone: string): TimeSpan {
  const { from, to } = daysOfMonth(Temporal.PlainYearMonth.from(month))
  return spanOfDays({ from, to }, timeZone)
}

const daysOfMonth = (month: Temporal.PlainYearMonth) => ({
  from: month.toPlainDate({ day: 1 }).toString(),
  to: month.toPlainDate({ day: month.daysInMonth }).toString(),
})
