import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { DEFERRED_SCRIPTS_LOADER } from '#contract/deferred-scripts.ts'
import type { PaymentSetup } from '#contract/payments.ts'
import type { RobotCheckSetup } from '#contract/robot-check.ts'
import { securityHeaders } from './security-headers.ts'

const square = (isSandbox: boolean): PaymentSetup => ({
  provider: 'square',
  applicationId: 'sandbox-sq0idb-test',
  locationId: 'L1',
  scriptUrl: 'https://sandbox.web.squarecdn.com/v1/square.js',
  isSandbox,
})
const SIMULATOR: PaymentSetup = { provider: 'simulator' }
const OFF: RobotCheckSetup = { provider: 'off' }
const GOOGLE: RobotCheckSetup = {
  provider: 'recaptcha',
  siteKey: 'public-key',
  script: 'https://www.google.com/recaptcha/api.js',
}

/** The sources of the shop's own scripts: its files, and the inline script that starts the deferred ones. */
const ITS_OWN = ["'self'", `'sha256-${createHash('sha256').update(DEFERRED_SCRIPTS_LOADER).digest('base64')}'`]

const policyOf = (setup: PaymentSetup, url: string, robots: RobotCheckSetup = OFF) =>
  Object.fromEntries(
    (securityHeaders('http://shop.test', setup, robots)(url)['content-security-policy'] ?? '')
      .split(';')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources]
      }),
  )

test.for([
  ['/', square(true)],
  ['/orders', square(true)],
  ['/api/orders/1', square(true)],
  ['/search/order', square(true)],
  ['/order/1', SIMULATOR],
] as const)('%s may load scripts from the shop alone', ([url, setup]) => {
  const policy = policyOf(setup, url)
  expect(Object.values(policy).flat().join(' ')).not.toContain('https:')
  expect(policy).toMatchObject({ 'script-src': ITS_OWN, 'object-src': ["'none'"], 'base-uri': ["'none'"] })
})

test.for([
  ['/order/1', true],
  ['/order/1?from=mail', true],
  ['/Order/1', true],
  ['/order/1', false],
] as const)('%s may use one environment of Square', ([url, isSandbox]) => {
  const prefix = isSandbox ? 'sandbox.' : ''
  const policy = policyOf(square(isSandbox), url)
  expect(policy['script-src']).toEqual([
    "'self'",
    `https://${prefix}web.squarecdn.com`,
    'https://pay.google.com',
    `https://${prefix}kit.cash.app`,
    `https://js${isSandbox ? '-sandbox' : ''}.squarecdn.com`,
    `https://js.${prefix}afterpay.com`,
  ])
  expect(policy['connect-src']).toContain(`https://pci-connect.squareup${isSandbox ? 'sandbox' : ''}.com`)
  expect(policy).toMatchObject({ 'object-src': ["'none'"], 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"] })
  const headers = securityHeaders('http://shop.test', square(isSandbox), OFF)(url)
  expect(headers['permissions-policy']).toContain(`payment=(self "https://${prefix}web.squarecdn.com"`)
})

test('only the frame of the wallets may stand in a page, and only in one of the shop', () => {
  const headersOf = securityHeaders('http://shop.test', square(true), OFF)
  expect(policyOf(square(true), '/express')).toMatchObject({
    'script-src': expect.arrayContaining(['https://sandbox.web.squarecdn.com']),
    'frame-ancestors': ["'self'"],
  })
  expect(headersOf('/express')['x-frame-options']).toBe('SAMEORIGIN')
  for (const url of ['/products/walnut-pen', '/cart', '/express/more', '/expressly']) {
    expect(policyOf(square(true), url)).toMatchObject({ 'script-src': ITS_OWN, 'frame-ancestors': ["'none'"] })
    // Google Pay opens a window from the frame.
    expect(headersOf(url)['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  }
  expect(policyOf(SIMULATOR, '/express')).toMatchObject({ 'script-src': ITS_OWN, 'frame-ancestors': ["'none'"] })
})

test.for(['/register', '/register?redirect=profile', '/login'])('%s may use Google’s robot check', (url) => {
  const home = 'https://www.google.com/recaptcha/'
  const policy = policyOf(square(true), url, GOOGLE)
  expect(policy).toMatchObject({
    'script-src': ["'self'", home, 'https://www.gstatic.com/recaptcha/'],
    'frame-src': [home, 'https://recaptcha.google.com/recaptcha/'],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
  })
  for (const robots of [OFF, { provider: 'altcha' } as const])
    expect(policyOf(square(true), url, robots)['script-src']).toEqual(ITS_OWN)
})

test.for(['/', '/profile', '/order/1', '/api/users'])('%s may not use Google’s robot check', (url) => {
  expect(
    Object.values(policyOf(square(true), url, GOOGLE))
      .flat()
      .join(' '),
  ).not.toContain('recaptcha')
})

test.for([
  ['/', '()'],
  ['/shop', '()'],
  ['/products/walnut-pen', '()'],
  ['/search?text=/admin', '()'],
  ['/cart', '()'],
  ['/placeorder', '()'],
  ['/login?redirect=/admin', '()'],
  ['/profile', '()'],
  ['/orders/find', '()'],
  ['/orders', '()'],
  ['/administration', '()'],
  ['/pages/order/1', '()'],
  ['/api/orders/1', '()'],
  ['/images/a.jpg', '()'],
  ['/admin', '(self)'],
  ['/admin?tab=1', '(self)'],
  ['/admin/postage', '(self)'],
  ['/Admin/Postage', '(self)'],
  ['/order/1', '(self)'],
  ['/order/1?from=mail', '(self)'],
] as const)('the policy of %s says camera=%s', ([url, camera]) => {
  for (const setup of [SIMULATOR, square(true)]) {
    const policy = securityHeaders('http://shop.test', setup, GOOGLE)(url)['permissions-policy']
    expect(policy.split(', ')).toEqual(expect.arrayContaining([`camera=${camera}`, 'geolocation=()', 'microphone=()']))
  }
})
