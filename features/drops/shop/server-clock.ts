// The server's clock, which the visitor cannot change.

const ownTime = () => performance.timeOrigin + performance.now()
let offset = 0

/** The milliseconds of the server's clock, as its latest answer told them; of the browser's before the first one. */
export const serverNow = () => ownTime() + offset

/** Sets the clock by the headers of an answer: they say when it was sent, and a CDN how old it is. */
export function setServerClock(headers: Headers) {
  const sentAt = Date.parse(headers.get('date') ?? '')
  const age = Number(headers.get('age') ?? 0) * 1_000
  // The header has whole seconds: half of one is the mean error.
  if (Number.isFinite(sentAt)) offset = sentAt + age + 500 - ownTime()
}
