import type { RobotCheckSetup } from '#contract/robot-check.ts'
import type { RecaptchaKeys } from './recaptcha.ts'

/** The robot check that the configuration names. */
export type RobotCheck = { provider: 'off' } | { provider: 'altcha' } | ({ provider: 'recaptcha' } & RecaptchaKeys)

/** What a page needs to know of it: never the secret. */
export function setupOf(check: RobotCheck): RobotCheckSetup {
  if (check.provider !== 'recaptcha') return check
  return { provider: 'recaptcha', siteKey: check.siteKey, script: `${check.baseUrl}/api.js` }
}
