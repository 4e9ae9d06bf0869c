import { expect, test } from 'vitest'
import { CouponCheck, couponProblem } from './coupons.ts'

const plain = { oneTime: false, uses: 0, expires: null }
const noon = new Date('2026-07-04T17:00:00Z')

test.for([
  ['without limits', {}, noon, null],
  ['used, but for many uses', { uses: 1 }, noon, null],
  ['one-time, not used yet', { oneTime: true }, noon, null],
  ['one-time and used', { oneTime: true, uses: 1 }, noon, 'coupon_used'],
  ['for three orders, used twice', { maxUses: 3, uses: 2 }, noon, null],
  ['for three orders, used three times', { maxUses: 3, uses: 3 }, noon, 'coupon_used'],
  ['that starts today', { starts: '2026-07-04' }, noon, null],
  ['that starts tomorrow', { starts: '2026-07-05' }, noon, 'coupon_early'],
  ['in the first second of its days', { starts: '2026-07-05' }, new Date('2026-07-05T05:00:00Z'), null],
  ['that expires today', { expires: '2026-07-04' }, noon, null],
  ['that expired yesterday', { expires: '2026-07-03' }, noon, 'coupon_expired'],
  ['one-time, used and expired', { oneTime: true, uses: 1, expires: '2026-07-03' }, noon, 'coupon_expired'],
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
