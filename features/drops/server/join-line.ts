import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { openOwnRobotCheck } from '#server/shop/accounts/robot-check.ts'
import type { GivenTicket } from '../contract.ts'
import { DROP_POLICIES } from './rate-limits.ts'
import { openTickets } from './tickets.ts'

/**
 * Returns a function that gives a ticket of a drop: of all ways to join its line, by the same counters. It throws
 * drop_closed, rate_limited, and robot_check_required without the answer of a robot check once one is asked for.
 */
export function openJoining(context: Pick<Context, 'db' | 'rateLimits' | 'robotCheck'>) {
  const limits = openRateLimits(context)
  const robots = openOwnRobotCheck(context)
  const tickets = openTickets(context.db)
  return async (request: FastifyRequest, slug: string, robotCheck?: string): Promise<GivenTicket> => {
    await limits.count(request, DROP_POLICIES.dropTicket, {})
    return robots.withRobotCheckWhenAsked(request, DROP_POLICIES.uncheckedTicket, {}, robotCheck, () =>
      tickets.give(slug),
    )
  }
}
