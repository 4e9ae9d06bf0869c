import { fileTimestamp } from '#contract/dates.ts'

/** The day and the time of a moment there, as the fields of a form have them: 2026-11-28, 12:00. */
export function fieldsOf(moment: string, timeZone: string) {
  const [day = '', time = ''] = fileTimestamp(moment, timeZone).split(' ')
  return { day, time: time.slice(0, 5) }
}

/**
 * The moment of a day and a time there, in UTC; undefined when they are none. Of an hour that clocks show twice it is
 * one of both, and one that they skip is the hour after it.
 */
export function momentOf(day: string, time: string, timeZone: string): string | undefined {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(wanted)) return undefined
  // The offset of the zone at about that time, and then at that time.
  let moment = wanted
  for (let round = 0; round < 2; round++) {
    const shown = Date.parse(`${fileTimestamp(new Date(moment), timeZone).replace(' ', 'T')}Z`)
    moment += wanted - shown
  }
  return new Date(moment).toISOString()
}
