import { dayOf } from '#contract/dates.ts'

/** So many days, weeks (from Monday) and months that have a backup keep their newest one. */
export const KEPT = { days: 7, weeks: 4, months: 12 } as const

/**
 * The backups to keep, by the days of the time zone: the newest of each of the last 7 days, 4 weeks and 12 months that have
 * one. Periods without a backup do not count, as in `restic forget --keep-daily`: a shop that stood still loses none.
 */
export function retained<Backup extends { at: number }>(backups: Backup[], timeZone: string): Set<Backup> {
  const newestFirst = backups.toSorted((a, b) => b.at - a.at)
  const newestOf = (periodOf: (day: string) => string, count: number) => {
    const seen = new Map<string, Backup>()
    for (const backup of newestFirst) {
      const period = periodOf(dayOf(new Date(backup.at), timeZone))
      if (!seen.has(period) && seen.size < count) seen.set(period, backup)
    }
    return seen.values()
  }
  return new Set([
    ...newestOf((day) => day, KEPT.days),
    ...newestOf(mondayOf, KEPT.weeks),
    ...newestOf((day) => day.slice(0, 7), KEPT.months),
  ])
}

function mondayOf(day: string) {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
