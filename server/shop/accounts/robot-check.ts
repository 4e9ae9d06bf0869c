import type { FastifyRequest } from 'fastify'
import type { RobotChallenge } from '#contract/robot-check.ts'
import { TEXT } from '#contract/texts.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Context } from '#server/platform/context.ts'
import type { Policy, RateLimitKeys } from '#server/platform/rate-limits/define-policies.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { openAltcha } from './altcha.ts'
import { recaptchaVerdict } from './recaptcha.ts'
import { REGISTRATION } from './texts.ts'

/** The limit of what visitors do without the robot check. */
type UncheckedPolicy = Policy & { asksFor: 'robot_check_required' }

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
    if (!answer) throw requiredError()
    const passes =
      check.provider === 'altcha' ? await altcha.accepts(answer) : await recaptchaVerdict(check, answer, request.log)
    if (passes === null) throw new AppError('robot_check_unavailable', REGISTRATION.robotCheckUnavailable)
    if (!passes) throw requiredError()
  }

  return {
    requireRobotCheck,
    /**
     * Does the work; requires the check once the limit of work without it is reached, as by failed sign-ins. Throws as
     * requireRobotCheck.
     */
    async withRobotCheckWhenAsked<P extends UncheckedPolicy, T>(
      request: FastifyRequest,
      policy: P,
      keys: RateLimitKeys<P>,
      answer: string | undefined,
      work: () => Promise<T>,
    ) {
      if (check.provider === 'off') return work()
      if (!answer) return limits.within(request, policy, keys, work)
      await requireRobotCheck(request, answer)
      return work()
    },
    /** A new challenge of the shop's own check. Throws not_found when there is none, and rate_limited. */
    async challenge(request: FastifyRequest): Promise<RobotChallenge> {
      if (check.provider !== 'altcha') throw notFound(NOT_FOUND.robotCheck)
      await limits.count(request, POLICIES.robotChallenge, {})
      return altcha.challenge()
    },
  }
}

const requiredError = () => new AppError('robot_check_required', TEXT.completeRobotCheck)
