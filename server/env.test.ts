import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

test.for([
  ['127.0.0.1', ['127.0.0.1']],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ['loopback,uniquelocal', ['loopback', 'uniquelocal']],
  ['2001:db8::/32', ['2001:db8::/32']],
] as const)('TRUST_PROXY=%s names the proxies %j', ([text, proxies]) => {
  expect(readEnv({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(proxies)
})

// A number of hops would believe anybody who reaches the shop past its proxy, and /0 the whole world.
test.for(['true', '1', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', 'proxy.example', '127.0.0.1,,'])(
  'TRUST_PROXY=%s stops the start',
  (text) => {
    expect(() => readEnv({ TRUST_PROXY: text })).toThrow(/TRUST_PROXY: is a list of addresses or networks/)
  },
)

test.for([
  [undefined, true],
  ['on', true],
  ['off', false],
] as const)('RATE_LIMITS=%s limits: %s', ([text, isOn]) => {
  expect(readEnv({ RATE_LIMITS: text }).RATE_LIMITS).toBe(isOn)
})
