import { expect, test } from 'vitest'
import { CouponCheck, couponProblem } from './coupons.ts'

const plain = { oneTime: false, isUsed: false, expires: null }
const noon = new Date('2026-07-04T17:00:00Z')

test.for([
  ['without limits', {}, noon, null],
  ['used, but for many uses', { isUsed: true }, noon, null],
  ['one-time, not used yet', { oneTime: true }, noon, null],
  ['one-time and used', { oneTime: true, isUsed: true }, noon, 'coupon_used'],
  ['that expires today', { expires: '2026-07-04' }, noon, null],
  ['that expired yesterday', { expires: '2026-07-03' }, noon, 'coupon_expired'],
  ['one-time, used and expired', { oneTime: true, isUsed: true, expires: '2026-07-03' }, noon, 'coupon_expired'],
  ['in the last second of its day in summer', { expires: '2026-07-04' }, new Date('2026-07-05T04:59:59Z'), null],
  [
    'at midnight after its day in summer',
    { expires: '2026-07-04' },
    new Date('2026-07-05T05:00:00Z'),
    'coupon_expired',
  ],
  ['in the last second of its day in winter', { expires: '2026-12-31' }, new Date('2027-01-01T05:59:59Z'), null],
  [
    'at midnight after its day in winter',
    { expires: '2026-12-31' },
    new Date('2027-01-01T06:00:00Z'),
    'coupon_expired',
  ],
] as const)('a coupon %s: %j', ([, fields, now, problem]) => {
  expect(couponProblem({ ...plain, ...fields }, now, 'America/Chicago')).toBe(problem)
})

test.for([
  ['Pacific/Auckland', '2026-07-04T11:59:59Z', null],
  ['Pacific/Auckland', '2026-07-04T12:00:00Z', 'coupon_expired'],
  ['America/Chicago', '2026-07-04T12:00:00Z', null],
  ['Pacific/Honolulu', '2026-07-05T09:59:59Z', null],
  ['Pacific/Honolulu', '2026-07-05T10:00:00Z', 'coupon_expired'],
] as const)('a coupon of July 4 in a shop in %s at %s: %s', ([timeZone, now, problem]) => {
  expect(couponProblem({ ...plain, expires: '2026-07-04' }, new Date(now), timeZone)).toBe(problem)
})

test.for([
  ['a code alone', { code: 'SPRING' }, true],
  ['a code and a ZIP', { code: 'SPRING', zip: '80202-1234' }, true],
  ['no code', { zip: '80202' }, false],
  ['a blank code', { code: '   ' }, false],
  ['a code of 61 characters', { code: 'x'.repeat(61) }, true],
  ['a code with a zero byte', { code: 'SPR\0ING' }, true],
  ['a code that is a number', { code: 7 }, false],
  ['a bad ZIP', { code: 'SPRING', zip: '8020' }, false],
] as const)('a check with %s', ([, body, isFine]) => expect(CouponCheck.safeParse(body).success).toBe(isFine))
