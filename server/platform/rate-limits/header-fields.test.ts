import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { coupon, PASSWORD, user } from '#server/testing/factories.ts'
import { callsFrom, passTime, testAddress } from '#server/testing/limits.ts'

type Answer = { statusCode: number; headers: Record<string, unknown> }
/** Status and fields of an answer, without the seconds that the test has taken. */
const fieldsOf = ({ statusCode, headers }: Answer) => [
  statusCode,
  headers['ratelimit-policy'],
  headers.ratelimit?.toString().replace(/t=(\d+)/g, (_, seconds) => `t=${Math.ceil(Number(seconds) / 300) * 300}`),
]

test('an answer that a rate limit counts says how much is left, and when it begins anew', async () => {
  const { app, db } = await testApp({ rateLimits: true })
  const register = (round: number, password = PASSWORD) =>
    callsFrom(app, testAddress(1))('/api/users', { name: 'Ann', email: `ann-${round}@new.example`, password })
  const POLICY = '"registration per address";q=30;w=3600'
  expect(fieldsOf(await register(1))).toEqual([201, POLICY, '"registration per address";r=29;t=3600'])
  await passTime(db, 600)
  expect(fieldsOf(await register(2))).toEqual([201, POLICY, '"registration per address";r=28;t=3000'])
  for (let round = 3; round <= 30; round++) await register(round)
  const refusal = await register(31)
  expect(fieldsOf(refusal)).toEqual([429, POLICY, '"registration per address";r=0;t=3000'])
  expect(refusal.headers.ratelimit).toContain(`t=${refusal.headers['retry-after']}`)
})

test('an answer that is not counted says nothing, and neither does one of a call without a limit', async () => {
  const { app, get } = await testApp({ rateLimits: true })
  const call = callsFrom(app, testAddress(1))
  const refusal = await call('/api/users', { name: 'Ann', email: 'ann@new.example', password: 'password1' })
  expect(fieldsOf(refusal)).toEqual([400, undefined, undefined])
  expect(fieldsOf(await get('/api/shop'))).toEqual([200, undefined, undefined])
})

test('a wrong password tells of the own network, and not how often others tried the address', async () => {
  const { app, db } = await testApp({ rateLimits: true })
  await user(db, { email: 'iris@shopper.example' })
  const signIn = (password: string) =>
    callsFrom(app, testAddress(1))('/api/users/login', { email: 'iris@shopper.example', password })
  const wrong = await signIn('wrong password')
  expect(fieldsOf(wrong)).toEqual([401, '"signIn per address";q=30;w=600', '"signIn per address";r=29;t=600'])
  expect(fieldsOf(await signIn(PASSWORD))).toEqual([200, undefined, undefined])
})

test('a signed-in caller reads the count of the account, too', async () => {
  const { app, db } = await testApp({ rateLimits: true })
  await coupon(db)
  const { token } = await user(db)
  const answer = await callsFrom(app, testAddress(1))('/api/coupons/validate', { code: 'NOTHING' }, token)
  expect(fieldsOf(answer)).toEqual([
    422,
    '"coupon per account";q=10;w=600, "coupon per address";q=30;w=600',
    '"coupon per account";r=9;t=600, "coupon per address";r=29;t=600',
  ])
})
