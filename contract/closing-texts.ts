/** What shoppers read during time off; `back` is a day for people. */
export const TIME_OFF = {
  stop: (back: string) => `Orders open again on ${back}.`,
  stopButton: (back: string) => `Orders open again on ${back}`,
  later: (back: string) => `Orders placed now ship from ${back}.`,
  refused: (back: string) => `The shop is taking a break. Orders open again on ${back}.`,
} as const
