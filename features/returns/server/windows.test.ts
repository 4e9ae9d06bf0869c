import { expect, test } from 'vitest'
import { namedOrder } from '../contract.ts'
import { momentToTheSecond } from './seconds.ts'
import { arrivalDay, type Journey, returnRight } from './windows.ts'

const TIME_ZONE = 'America/Denver'
const SHIPPED = { deliveredAt: new Date('2026-11-02T20:00:00Z') }
const JOURNEY: Journey = {
  ...{ way: 'parcel', countryCode: 'US', deliveredAt: null, collectedAt: null, arrivesTo: null },
}

test.for<[string, Partial<Journey>, string | null]>([
  ['not sent yet', {}, null],
  ['not sent yet, though promised', { arrivesTo: '2026-11-09' }, null],
  ['by the latest promised arrival', { ...SHIPPED, arrivesTo: '2026-11-09' }, '2026-11-09'],
  ['on the day of shipping, when that was after the promise', { ...SHIPPED, arrivesTo: '2026-10-30' }, '2026-11-02'],
  ['30 days after shipping without a promise', SHIPPED, '2026-12-02'],
  ['on the day of the shop on which it was handed over', { ...SHIPPED, way: 'hand' }, '2026-11-02'],
  ['late in the evening of the shop', { deliveredAt: new Date('2026-11-03T06:30:00Z'), way: 'hand' }, '2026-11-02'],
  ['ready, not collected', { ...SHIPPED, way: 'pickup' }, null],
  [
    'when it was collected',
    { ...SHIPPED, way: 'pickup', collectedAt: new Date('2026-11-05T20:00:00Z'), arrivesTo: '2026-11-02' },
    '2026-11-05',
  ],
])('an order has arrived: %s', ([, journey, day]) => {
  expect(arrivalDay({ ...JOURNEY, ...journey }, TIME_ZONE)).toBe(day)
})

const ARRIVED = { ...JOURNEY, ...SHIPPED, arrivesTo: '2026-11-09' }
const IN_GERMANY = { ...ARRIVED, countryCode: 'DE' }

test.for<[string, Journey, number, string, ReturnType<typeof returnRight>]>([
  ['no policy in the USA', ARRIVED, 0, '2026-11-10', null],
  ['the first day', ARRIVED, 30, '2026-11-09', { kind: 'return', until: '2026-12-09' }],
  ['while the parcel travels', ARRIVED, 30, '2026-11-03', { kind: 'return', until: '2026-12-09' }],
  ['the last day', ARRIVED, 30, '2026-12-09', { kind: 'return', until: '2026-12-09' }],
  ['the day after', ARRIVED, 30, '2026-12-10', null],
  ['the law without a policy', IN_GERMANY, 0, '2026-11-10', { kind: 'withdrawal', until: '2026-11-23' }],
  ['the last day of the law', IN_GERMANY, 0, '2026-11-23', { kind: 'withdrawal', until: '2026-11-23' }],
  ['the day after the law', IN_GERMANY, 0, '2026-11-24', null],
  ['the law first, then the policy', IN_GERMANY, 30, '2026-11-24', { kind: 'return', until: '2026-12-09' }],
  ['a shorter policy than the law', IN_GERMANY, 7, '2026-11-20', { kind: 'withdrawal', until: '2026-11-23' }],
  ['not the EU', { ...IN_GERMANY, countryCode: 'CH' }, 0, '2026-11-10', null],
  ['before it was sent', { ...IN_GERMANY, deliveredAt: null }, 30, '2026-11-10', null],
])('by which right an order can be returned: %s', ([, journey, days, today, right]) => {
  expect(returnRight(journey, days, { today, timeZone: TIME_ZONE })).toEqual(right)
})

const ID = '019ac1de-7b1e-7c6e-9a54-6f6d3c5f7a10'

test.for<[string, ReturnType<typeof namedOrder>]>([
  ['1042', { number: 1042 }],
  [' #1042 ', { number: 1042 }],
  ['Order 1042', { number: 1042 }],
  ['Order No. 1042', { number: 1042 }],
  [ID, { id: ID }],
  [`https://shop.example/order/${ID.toUpperCase()}#k=abc-1`, { id: ID }],
  ['', undefined],
  ['my order', undefined],
  ['10 42', undefined],
  ['9999999999999999', undefined],
  ["1042'; drop table orders", undefined],
  ['١٠٤٢', undefined],
])('an order is named by number or link: %s', ([text, order]) => {
  expect(namedOrder(text)).toEqual(order)
})

test('a moment is told to the second on the clock of the shop', () => {
  expect(momentToTheSecond('2026-11-27T14:05:09.900Z', TIME_ZONE)).toBe('Nov 27, 2026, 07:05:09 (America/Denver)')
})
