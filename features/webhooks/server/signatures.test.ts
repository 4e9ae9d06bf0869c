import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { endpointSecret, signedHeaders, signingSecrets } from './signatures.ts'

const HOUR_MS = 3_600_000
const ID = '0198a0f2-7c1e-7000-8000-0000000000e1'

test('the signature of the specification’s vector is made', () => {
  const headers = signedHeaders(
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    '{"test": 2432232314}',
    1_614_265_330_000,
  )
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': 1_614_265_330,
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a secret has 256 bits, and those of other endpoints, versions and shops are others', () => {
  const owner = { id: ID, secretVersion: 1 }
  const secret = endpointSecret('shop', owner)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(endpointSecret('shop', owner)).toBe(secret)
  const others = [
    endpointSecret('other shop', owner),
    endpointSecret('shop', { ...owner, secretVersion: 2 }),
    endpointSecret('shop', { ...owner, id: ID.replace('e1', 'e2') }),
  ]
  expect(new Set([secret, ...others]).size).toBe(4)
})

test.for([
  [0, ['new', 'old']],
  [24 * HOUR_MS - 1, ['new', 'old']],
  [24 * HOUR_MS, ['new']],
] as const)('%i ms after a rotation these secrets sign: %j', ([since, valid]) => {
  const now = Date.now()
  const [old, fresh] = [1, 2].map((secretVersion) => endpointSecret('shop', { id: ID, secretVersion }))
  const secrets = signingSecrets('shop', { id: ID, secretVersion: 2, rotatedAt: now - since }, now)
  const headers = Object.fromEntries(
    Object.entries(signedHeaders(secrets, ID, '{"a":1}', now)).map(([name, value]) => [name, `${value}`]),
  )
  const accepts = (secret = '') => {
    try {
      return Boolean(new Webhook(secret).verify('{"a":1}', headers))
    } catch {
      return false
    }
  }
  expect({ new: accepts(fresh), old: accepts(old) }).toEqual({ new: true, old: valid.some((one) => one === 'old') })
})
