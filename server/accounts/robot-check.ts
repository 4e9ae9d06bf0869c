import type { FastifyRequest } from 'fastify'
import type { RobotChallenge } from '#contract/robot-check.ts'
import { TEXT } from '#contract/texts.ts'
import type { Context } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import type { Action, RateLimitKeys } from '../rate-limits/rules.ts'
import { REGISTRATION } from '../texts/accounts.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { openAltcha } from './altcha.ts'
import { recaptchaVerdict } from './recaptcha.ts'

/** What visitors do without the robot check, up to a limit. */
type UncheckedAction = Extract<Action, `unchecked${string}`>

type CheckContext = Pick<Context, 'db' | 'rateLimits' | 'robotCheck'>

/**
 * The robot check of everything but an account's forms: the shop's own, also beside Google's, whose script the pages of
 * those forms alone may run.
 */
export function openOwnRobotCheck(context: CheckContext) {
  const isOff = context.robotCheck.provider === 'off'
  return openRobotCheck({ ...context, robotCheck: { provider: isOff ? 'off' : 'altcha' } })
}

/** The configured robot check, for registration and signing in. */
export function openRobotCheck(context: CheckContext) {
  const { robotCheck: check } = context
  const limits = openRateLimits(context)
  const altcha = openAltcha(context.db)

  /**
   * Throws robot_check_required unless the answer passes, and robot_check_unavailable when the provider does not
   * answer.
   */
  async function requireRobotCheck(request: FastifyRequest, answer: string | undefined) {
    if (check.provider === 'off') return
    if (!answer) throw required()
    const passes =
      check.provider === 'altcha' ? await altcha.accepts(answer) : await recaptchaVerdict(check, answer, request.log)
    if (passes === null) throw new AppError('robot_check_unavailable', REGISTRATION.robotCheckUnavailable)
    if (!passes) throw required()
  }

  return {
    requireRobotCheck,
    /**
     * Does the work; requires the check once the limit of work without it is reached, as by failed sign-ins. Throws as
     * requireRobotCheck.
     */
    async withRobotCheckWhenAsked<A extends UncheckedAction, T>(
      request: FastifyRequest,
      action: A,
      whom: RateLimitKeys<A>,
      answer: string | undefined,
      work: () => Promise<T>,
    ) {
      if (check.provider === 'off') return work()
      if (!answer) return limits.within(request, action, whom, work)
      await requireRobotCheck(request, answer)
      return work()
    },
    /** A new challenge of the shop's own check. Throws not_found when there is none, and rate_limited. */
    async challenge(request: FastifyRequest): Promise<RobotChallenge> {
      if (check.provider !== 'altcha') throw notFound(NOT_FOUND.robotCheck)
      await limits.count(request, 'robotChallenge', {})
      return altcha.challenge()
    },
  }
}

const required = () => new AppError('robot_check_required', TEXT.completeRobotCheck)
