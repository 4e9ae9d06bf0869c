// When the page of a drop asks for its line again.
import type { Line } from '../contract.ts'

/** Longer before the start than this, little changes. */
const CALM_SECONDS = 10 * 60
const CALM_POLL_SECONDS = 60
/** Near its head the line is asked for more often. */
const NEAR_SECONDS = 3

/** A factor about 1, so that those who came together do not go on together. */
export const jitter = () => 0.75 + Math.random() / 2

/**
 * The seconds until the next question, for a place that is known or not. At the start everybody would ask at once: the
 * questions are spread, which costs nobody a place.
 */
export function secondsUntilNext(line: Line, place: number | undefined, now: number) {
  const { state, startsAt, pollSeconds, spreadSeconds, admitted, left } = line
  if (state === 'over' || state === 'canceled') return CALM_POLL_SECONDS
  const often = pollSeconds * jitter()
  if (state === 'planned') {
    const untilStart = (Date.parse(startsAt) - now) / 1_000
    const pause = untilStart > CALM_SECONDS ? CALM_POLL_SECONDS * jitter() : often
    return untilStart > pause + 1 ? pause : Math.max(0.5, untilStart) + Math.random() * spreadSeconds
  }
  const isNear = place !== undefined && place - admitted <= left
  return isNear ? Math.min(often, NEAR_SECONDS * jitter()) : often
}
