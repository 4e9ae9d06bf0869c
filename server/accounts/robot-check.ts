import type { FastifyRequest } from 'fastify'
import type { RobotChallenge } from '#contract/robot-check.ts'
import { TEXT } from '#contract/texts.ts'
import type { Context } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import type { RateLimitKeys } from '../rate-limits/rules.ts'
import { REGISTRATION } from '../texts/accounts.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { openAltcha } from './altcha.ts'
import { recaptchaVerdict } from './recaptcha.ts'

/** What visitors do without the robot check, up to a limit. */
type UncheckedAction = 'uncheckedSignIn' | 'uncheckedGuest' | 'uncheckedPayment' | 'uncheckedTicket'

/** The configured robot check, for the routes that need it. */
export function openRobotCheck(context: Pick<Context, 'db' | 'rateLimits' | 'robotCheck'>) {
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
    /** A new ALTCHA challenge. Throws not_found when another check is configured, and rate_limited. */
    async challenge(request: FastifyRequest): Promise<RobotChallenge> {
      if (check.provider !== 'altcha') throw notFound(NOT_FOUND.robotCheck)
      await limits.count(request, 'robotChallenge', {})
      return altcha.challenge()
    },
  }
}

const required = () => new AppError('robot_check_required', TEXT.completeRobotCheck)
