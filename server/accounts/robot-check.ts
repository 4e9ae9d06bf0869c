import type { FastifyRequest } from 'fastify'
import type { RobotChallenge } from '#contract/robot-check.ts'
import { TEXT } from '#contract/texts.ts'
import type { Context } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import { REGISTRATION } from '../texts/accounts.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { openAltcha } from './altcha.ts'
import { recaptchaVerdict } from './recaptcha.ts'

/** Tells people from robots, as the shop is configured to. */
export function robotsOf(context: Context) {
  const { robotCheck: check } = context
  const limits = openRateLimits(context)
  const altcha = openAltcha(context.db)

  /** Throws robot_check_required unless `answer` passes, and robot_check_unavailable when nobody can tell. */
  async function requirePerson(request: FastifyRequest, answer: string | undefined) {
    if (check.provider === 'off') return
    if (!answer) throw required()
    const passes =
      check.provider === 'altcha' ? await altcha.accepts(answer) : await recaptchaVerdict(check, answer, request.log)
    if (passes === null) throw new AppError('robot_check_unavailable', REGISTRATION.robotCheckUnavailable)
    if (!passes) throw required()
  }

  return {
    requirePerson,
    /** Does `work`; where too many sign-ins have failed of late, only after the check. Throws as requirePerson. */
    async unlessGuessing<T>(
      request: FastifyRequest,
      account: string,
      answer: string | undefined,
      work: () => Promise<T>,
    ) {
      if (check.provider === 'off') return work()
      if (!answer) return limits.within(request, 'uncheckedSignIn', { account }, work)
      await requirePerson(request, answer)
      return work()
    },
    /** A fresh challenge of the shop's own check. Throws not_found where another one is configured, and rate_limited. */
    async challenge(request: FastifyRequest): Promise<RobotChallenge> {
      if (check.provider !== 'altcha') throw notFound(NOT_FOUND.robotCheck)
      await limits.count(request, 'robotChallenge', {})
      return altcha.challenge()
    },
  }
}

const required = () => new AppError('robot_check_required', TEXT.completeRobotCheck)
