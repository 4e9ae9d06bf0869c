import { createHash } from 'node:crypto'
import { DEFERRED_SCRIPTS_LOADER } from '#contract/deferred-scripts.ts'
import { fullLoadPathOf, fullLoadPaths, ORDER_PAGE } from '#contract/documents.ts'
import type { PaymentSetup } from '#contract/payments.ts'
import type { RobotCheckSetup } from '#contract/robot-check.ts'
import { WALLET_FRAME } from '#contract/wallet-frame.ts'
import { SQUARE_HOSTS } from '#server/shop/payments/square-hosts.ts'
import { hasSecretInUrl } from '#server/shop/secrets/secret-urls.ts'

type Policy = Record<string, string[]>

const POLICY: Policy = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'style-src': ["'self'", "'unsafe-inline'"],
  'script-src': ["'self'"],
  'worker-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'report-uri': ['/api/policy-reports'],
}

/** For pages without a card form: allows the inline script that starts deferred scripts. */
const WAKING: Policy = {
  ...POLICY,
  'script-src': ["'self'", `'sha256-${createHash('sha256').update(DEFERRED_SCRIPTS_LOADER).digest('base64')}'`],
}

const YEAR_SECONDS = 31_536_000

/** The pages on which the seller scans tracking numbers: an order's, and those of the admin. */
const SCANNING_PATTERN = /^\/(?:admin(?![^/?])|order\/)/i

/**
 * The security headers of every response, computed once. The order page also allows Square's card form, as does the
 * frame of its wallets, and pages with a robot check Google's, where they are configured. The camera is allowed where
 * the seller scans. Behind https, HSTS is added.
 */
export function securityHeaders(shopUrl: string, payments: PaymentSetup, robots: RobotCheckSetup) {
  const strict = {
    'content-security-policy': textOf(WAKING),
    'cross-origin-opener-policy': payments.provider === 'square' ? POPUPS : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions({ payment: ['self'] }),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(shopUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
  }
  const scanning = { ...strict, 'permissions-policy': permissions({ payment: ['self'], camera: ['self'] }) }
  const orderPage = payments.provider === 'square' ? { ...scanning, ...withSquare(hostsOf(payments)) } : scanning
  const walletFrame = payments.provider === 'square' ? { ...strict, ...framed(hostsOf(payments)) } : strict
  const checkPage = robots.provider === 'recaptcha' ? { ...strict, ...withGoogle(robots.script) } : strict
  const owns = fullLoadPaths(payments, robots)
  return (url: string) => {
    // The browser must not send such a URL to other sites.
    if (hasSecretInUrl(url)) return { ...strict, 'referrer-policy': 'no-referrer' }
    if (isWalletFrame(url)) return walletFrame
    const ownPath = fullLoadPathOf(url, owns)
    if (!ownPath) return SCANNING_PATTERN.test(url) ? scanning : strict
    return ownPath === ORDER_PAGE ? orderPage : checkPage
  }
}

const hostsOf = ({ isSandbox }: { isSandbox: boolean }) => SQUARE_HOSTS[isSandbox ? 'sandbox' : 'production']

const GOOGLE_PAY = 'https://pay.google.com'
const FONTS = ['https://square-fonts-production-f.squarecdn.com', 'https://d1g145x70srn7h.cloudfront.net']

const isWalletFrame = (url: string) => url.split('?', 1)[0] === WALLET_FRAME

/** Google Pay needs messages from the window it opens, also from the frame on the page of a product. */
const POPUPS = 'same-origin-allow-popups'

/** Only pages of the shop may show the frame of the wallets. */
const framed = (hosts: SquareHosts) => ({
  'content-security-policy': textOf({ ...squarePolicy(hosts), 'frame-ancestors': ["'self'"] }),
  'permissions-policy': permissions({ payment: payersIn(hosts) }),
  'x-frame-options': 'SAMEORIGIN',
})

type SquareHosts = (typeof SQUARE_HOSTS)['sandbox' | 'production']

const withSquare = (hosts: SquareHosts) => ({
  'content-security-policy': textOf(squarePolicy(hosts)),
  'cross-origin-opener-policy': POPUPS,
  'permissions-policy': permissions({ payment: payersIn(hosts), camera: ['self'] }),
})

const payersIn = ({ scripts }: SquareHosts) => ['self', `"${scripts}"`, `"${GOOGLE_PAY}"`]

/** Square documents only a part of this list. It leaves out Square's own error reporting on purpose. */
const squarePolicy = ({ scripts, cards, wallets }: SquareHosts): Policy => ({
  ...POLICY,
  'script-src': ["'self'", scripts, GOOGLE_PAY, ...wallets.scripts],
  'style-src': ["'self'", "'unsafe-inline'", scripts],
  'connect-src': ["'self'", scripts, cards, GOOGLE_PAY, ...wallets.calls],
  'font-src': ["'self'", ...FONTS],
  'img-src': ["'self'", 'data:', scripts, 'https://www.gstatic.com', ...wallets.images],
  // A bank's 3-D Secure page can come from any host.
  'frame-src': ['https:'],
  'form-action': ["'self'", 'https://*.cardinalcommerce.com'],
})

/** The sources that Google documents for reCAPTCHA. */
function withGoogle(script: string) {
  const home = new URL('.', script).href
  const policy: Policy = {
    ...POLICY,
    'script-src': ["'self'", home, 'https://www.gstatic.com/recaptcha/'],
    'connect-src': ["'self'", home],
    'frame-src': [home, 'https://recaptcha.google.com/recaptcha/'],
  }
  return { 'content-security-policy': textOf(policy) }
}

const textOf = (policy: Policy) =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join(';')

const permissions = ({ payment, camera = [] }: { payment: string[]; camera?: string[] }) =>
  `camera=(${camera.join(' ')}), geolocation=(), microphone=(), payment=(${payment.join(' ')})`
