import type { PaymentSetup } from './payments.ts'
import type { RobotCheckSetup } from './robot-check.ts'

/**
 * The beginnings of the paths whose pages run a script that is not ours. Such a page is a document of its own, opened
 * and left by a full page load, because what a browser allows it allows to the whole document.
 */
export const fullLoadPaths = (payments: PaymentSetup, robots: RobotCheckSetup): string[] => [
  ...(payments.provider === 'square' ? [ORDER_PAGE] : []),
  ...(robots.provider === 'recaptcha' ? ['/register', '/login'] : []),
]

export const ORDER_PAGE = '/order/'

/** The prefix in `owns` that a path starts with; undefined for pages that client-side navigation can open. */
export const fullLoadPathOf = (path: string, owns: readonly string[]) =>
  owns.find((beginning) => path.toLowerCase().startsWith(beginning))
