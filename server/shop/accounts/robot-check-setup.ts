import type { RobotCheckSetup } from '#contract/robot-check.ts'
import type { Env } from '#server/env.ts'
import type { RecaptchaKeys } from './recaptcha.ts'

/** The configured robot check, with its secrets. */
export type RobotCheck = { provider: 'off' } | { provider: 'altcha' } | ({ provider: 'recaptcha' } & RecaptchaKeys)

type RobotCheckSettings = Pick<Env, 'ROBOT_CHECK' | 'RECAPTCHA_SITE_KEY' | 'RECAPTCHA_SECRET' | 'RECAPTCHA_BASE_URL'>

/** The configured robot check. */
export function robotCheck({ ROBOT_CHECK: provider, ...env }: RobotCheckSettings): RobotCheck {
  if (provider !== 'recaptcha') return { provider }
  const { RECAPTCHA_SITE_KEY: siteKey = '', RECAPTCHA_SECRET: secret = '', RECAPTCHA_BASE_URL: baseUrl } = env
  return { provider, siteKey, secret, baseUrl: baseUrl.replace(/\/$/, '') }
}

/** The public part of the configuration, for pages; without the secret. */
export function robotCheckSetup(check: RobotCheck): RobotCheckSetup {
  if (check.provider !== 'recaptcha') return check
  return { provider: 'recaptcha', siteKey: check.siteKey, script: `${check.baseUrl}/api.js` }
}

declare module '#server/platform/context.ts' {
  interface Context {
    robotCheck: RobotCheck
    /** The configured email address of the first admin, which nobody else can take while there is none. */
    ownerEmail?: string | undefined
  }
}
