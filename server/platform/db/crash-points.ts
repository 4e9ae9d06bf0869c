import { channel } from 'node:diagnostics_channel'

const crashPoints = channel('boutique:crash-points')

/**
 * Publishes on a diagnostics channel that `name` has been reached: an instant at which a crash must do no harm. Only tests
 * subscribe; without them it does nothing.
 */
export function crashPoint(name: string) {
  if (crashPoints.hasSubscribers) crashPoints.publish(name)
}
