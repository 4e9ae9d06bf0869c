import type { FastifyRequest } from 'fastify'
import type { GivenTicket } from '#contract/drops.ts'
import { openOwnRobotCheck } from '../accounts/robot-check.ts'
import type { Context } from '../context.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
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
    await limits.count(request, 'dropTicket', {})
    return robots.withRobotCheckWhenAsked(request, 'uncheckedTicket', {}, robotCheck, () => tickets.give(slug))
  }
}
