/** A moment: as it is on the wire (ISO 8601), or as a Date. */
export type Moment = string | Date

/** 'Nov 21, 2026' there, for people. */
export const formatDay = (moment: Moment, timeZone: string) => formatCalendarDay(dayOf(moment, timeZone))

/** 'Nov 21, 2026, 6:44 PM' there, for people. */
export function formatMoment(moment: Moment, timeZone: string) {
  const { hour, minute } = partsOf(moment, timeZone)
  const hours = Number(hour)
  return `${formatDay(moment, timeZone)}, ${hours % 12 || 12}:${minute} ${hours < 12 ? 'AM' : 'PM'}`
}

/** '2026-11-21' there: the day of the shop as a calendar has it. */
export function dayOf(moment: Moment, timeZone: string) {
  const { year, month, day } = partsOf(moment, timeZone)
  return `${year}-${month}-${day}`
}

/** 'Nov 21, 2026' for '2026-11-21', a day of the shop's calendar. */
export function formatCalendarDay(day: string) {
  const [year, month, ofMonth] = day.split('-')
  return `${MONTHS[Number(month) - 1]} ${Number(ofMonth)}, ${year}`
}

/** 'Nov 2026' for '2026-11'. */
export const formatMonth = (month: string) => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

/** '2026-11-21 18:44:05' there, which spreadsheets read as a moment. */
export function fileTimestamp(moment: Moment, timeZone: string) {
  const { hour, minute, second } = partsOf(moment, timeZone)
  return `${dayOf(moment, timeZone)} ${hour}:${minute}:${second}`
}

// Written out here: browsers and servers join the parts of a date with different spaces.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const clocks = new Map<string, Intl.DateTimeFormat>()

function partsOf(moment: Moment, timeZone: string) {
  const clock = clocks.get(timeZone) ?? clockOf(timeZone)
  clocks.set(timeZone, clock)
  const parts = clock.formatToParts(new Date(moment))
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

/** Formatter for that time zone; for UTC when this browser does not know the zone. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const digits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...digits, year: 'numeric', hourCycle: 'h23', timeZone })
  } catch {
    return clockOf('UTC')
  }
}
