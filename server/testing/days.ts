import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { dayOf } from '#contract/dates.ts'

/** '2026-11-30': the day in a time zone, by default in that of a new shop. */
export const today = (timeZone: string = DEFAULT_SETTINGS.timeZone) => dayOf(new Date(), timeZone)

/** '2026-11': the month of a new shop. */
export const thisMonth = () => today().slice(0, 7)
