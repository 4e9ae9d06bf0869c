/** `days` are of the calendar: `Dec 3 to 6, 2026`. */
export const ARRIVAL = {
  ifOrderedToday: (days: string) => `Arrives ${days} within the USA if you order today.`,
}
