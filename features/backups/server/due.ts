/** The last moment at which a daily backup was due: this hour of today or of yesterday, in the time zone. */
export function lastDue(now: Date, hour: number, timeZone: string): Date {
  const present = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const today = present.toPlainDate().toZonedDateTime({ timeZone, plainTime: { hour } })
  const isPast = Temporal.ZonedDateTime.compare(today, present) <= 0
  const due = isPast
    ? today
    : present.toPlainDate().subtract({ days: 1 }).toZonedDateTime({ timeZone, plainTime: { hour } })
  return new Date(due.epochMilliseconds)
}
