import { dayOf } from '#contract/dates.ts'

/** The numbers of days, weeks (from Monday) and months with a backup that keep their newest one. */
export const KEEP_COUNTS = { days: 7, weeks: 4, months: 12 } as const

/**
 * The backups to keep, by the days of the time zone: the newest of each of the last 7 days, 4 weeks and 12 months that have
 * one. Periods without a backup do not count, as in `restic forget --keep-daily`: a shop that stood still loses none.
 */
export function backupsToKeep<Backup extends { at: number }>(backups: Backup[], timeZone: string): Set<Backup> {
  const newestFirst = backups.toSorted((a, b) => b.at - a.at)
  const newestOf = (periodOf: (day: string) => string, count: number) => {
    const newestOfPeriod = new Map<string, Backup>()
    for (const backup of newestFirst) {
      const period = periodOf(dayOf(new Date(backup.at), timeZone))
      if (!newestOfPeriod.has(period) && newestOfPeriod.size < count) newestOfPeriod.set(period, backup)
    }
    return newestOfPeriod.values()
  }
  return new Set([
    ...newestOf((day) => day, KEEP_COUNTS.days),
    ...newestOf(mondayOf, KEEP_COUNTS.weeks),
    ...newestOf((day) => day.slice(0, 7), KEEP_COUNTS.months),
  ])
}

function mondayOf(day: string) {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
