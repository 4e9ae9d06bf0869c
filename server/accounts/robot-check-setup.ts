import type { RobotCheckSetup } from '#contract/robot-check.ts'
import type { RecaptchaKeys } from './recaptcha.ts'

/** The configured robot check, with its secrets. */
export type RobotCheck = { provider: 'off' } | { provider: 'altcha' } | ({ provider: 'recaptcha' } & RecaptchaKeys)

/** The public part of the configuration, for pages; without the secret. */
export function robotCheckSetup(check: RobotCheck): RobotCheckSetup {
  if (check.provider !== 'recaptcha') return check
  return { provider: 'recaptcha', siteKey: check.siteKey, script: `${check.baseUrl}/api.js` }
}
