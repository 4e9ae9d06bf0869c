import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import { REGISTRATION } from '../texts/accounts.ts'
import { isReserved } from './admin-links.ts'
import { openRobotCheck } from './robot-check.ts'

/**
 * Returns a function that does the work of creating a guest with an email address, within the limits of the caller's
 * network. It throws registration_refused for a reserved address, rate_limited, or as `withRobotCheckWhenAsked`, which
 * asks for the robot check after the first guests of a network.
 */
export function openGuestLimits(context: Pick<Context, 'db' | 'rateLimits' | 'robotCheck' | 'ownerEmail'>) {
  const limits = openRateLimits(context)
  const robots = openRobotCheck(context)
  type Asked = { email: string; robotCheck?: string | undefined }
  return async <T>(request: FastifyRequest, { email, robotCheck }: Asked, create: () => Promise<T>) => {
    if (await isReserved(context, email)) throw new AppError('registration_refused', REGISTRATION.refused)
    return robots.withRobotCheckWhenAsked(request, 'uncheckedGuest', {}, robotCheck, () =>
      limits.within(request, 'guest', {}, create),
    )
  }
}
