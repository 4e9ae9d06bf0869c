import { dayOf, formatMoment, type Moment } from './dates.ts'

/** 'Sat, Nov 21, 2026, 6:44 PM EST' there, for people who may live in another time zone. */
export function formatZonedMoment(moment: Moment, timeZone: string) {
  const date = new Date(moment)
  const weekday = WEEKDAYS[new Date(dayOf(date, timeZone)).getUTCDay()]
  return `${weekday}, ${formatMoment(date, timeZone)} ${zoneOf(date, timeZone)}`
}

/** 'EST', or 'GMT+1' for a zone without a name of its own in American English. */
function zoneOf(date: Date, timeZone: string) {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(date)
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  } catch {
    return 'UTC'
  }
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
