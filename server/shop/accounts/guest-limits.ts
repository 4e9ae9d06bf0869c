import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/errors.ts'
import type { Context } from '#server/platform/context.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { isReserved } from './admin-links.ts'
import { openRobotCheck } from './robot-check.ts'
import { REGISTRATION } from './texts.ts'

/**
 * Returns a function that does the work of creating a guest with an email address, within the limits of the caller's
 * network. It throws registration_refused for a reserved address, rate_limited, or as `withRobotCheckWhenAsked`, which
 * asks for the robot check after the first guests of a network.
 */
export function openGuestLimits(context: Pick<Context, 'db' | 'rateLimits' | 'robotCheck' | 'ownerEmail'>) {
  const limits = openRateLimits(context)
  const robots = openRobotCheck(context)
  type GuestRequest = { email: string; robotCheck?: string | undefined }
  return async <T>(request: FastifyRequest, { email, robotCheck }: GuestRequest, create: () => Promise<T>) => {
    if (await isReserved(context, email)) throw new AppError('registration_refused', REGISTRATION.refused)
    return robots.withRobotCheckWhenAsked(request, POLICIES.uncheckedGuest, {}, robotCheck, () =>
      limits.within(request, POLICIES.guest, {}, create),
    )
  }
}
