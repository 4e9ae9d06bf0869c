import { fileTimestamp, formatDay, type Moment } from '#contract/dates.ts'

/** 'Nov 21, 2026, 18:44:05 (America/Denver)': a moment to the second on the shop's clock. */
export const momentToTheSecond = (moment: Moment, timeZone: string) =>
  `${formatDay(moment, timeZone)}, ${fileTimestamp(moment, timeZone).slice(11)} (${timeZone})`
