import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import { openRobotCheck } from './robot-check.ts'

/**
 * Returns a function that does the work of creating a guest within the limits of the caller's network. It throws
 * rate_limited, or as `withRobotCheckWhenAsked`, which asks for the robot check after the first guests of a network.
 */
export function openGuestLimits(context: Pick<Context, 'db' | 'rateLimits' | 'robotCheck'>) {
  const limits = openRateLimits(context)
  const robots = openRobotCheck(context)
  return <T>(request: FastifyRequest, robotCheck: string | undefined, create: () => Promise<T>) =>
    robots.withRobotCheckWhenAsked(request, 'uncheckedGuest', {}, robotCheck, () =>
      limits.within(request, 'guest', {}, create),
    )
}
