import { expect, test } from 'vitest'
import {
  delayWords,
  neverShips,
  reasonNotToShip,
  shipByWords,
  shippingAction,
  shippingSentence,
  statusWords,
} from './order-warnings.ts'

const USER = { name: 'Jonas Weber', email: 'jonas@example.com' }
const WAITING = { number: 1001, user: USER, totalPrice: 500, isPaid: true, isDelivered: false, isRefunded: false }
const LATE = { isLate: true, text: 'Late: was to ship by Nov 18, 2026' }

test.for([
  ['on its day an order is not late', { shipBy: '2026-11-19' }, { isLate: false, text: 'Ship by Nov 19, 2026' }],
  ['the day after it is', { shipBy: '2026-11-18' }, LATE],
  ['a shipped order is not late', { shipBy: '2026-11-18', isDelivered: true }, null],
  ['a refunded order is not late', { shipBy: '2026-11-18', isRefunded: true }, null],
  ['an unpaid order has no such day', { isPaid: false }, null],
] as const)('%s', ([, order, expected]) => {
  expect(shipByWords({ ...WAITING, ...order }, '2026-11-19')).toEqual(expected)
})

const DELAY = { wasBy: '2026-11-02', shipBy: '2026-12-24', words: '', answerBy: null, answer: null } as const

test.for([
  ['silence is a yes to a short delay', {}, 'The buyer has not answered, which means yes.', false, null],
  [
    'a long one waits for a yes',
    { answerBy: '2026-11-19' },
    'No answer yet: refund by Nov 19, 2026 without one.',
    false,
    'The buyer has not agreed to the later day.',
  ],
  [
    'after its last day the money goes back',
    { answerBy: '2026-11-18' },
    'No answer by Nov 18, 2026: refund this order.',
    true,
    'The buyer has not agreed to the later day.',
  ],
  ['a yes is a yes', { answerBy: '2026-11-18', answer: 'wait' }, 'The buyer agreed to wait.', false, null],
  [
    'the money may be wanted at once',
    { answer: 'refund' },
    'The buyer wants the money back.',
    true,
    'The buyer wants the money back.',
  ],
] as const)('of a delayed order: %s', ([, said, text, isToRefund, reason]) => {
  const order = { ...WAITING, delay: { ...DELAY, ...said } }
  expect(delayWords(order, '2026-11-19')).toMatchObject({ text, isToRefund })
  expect(reasonNotToShip(order)).toBe(reason)
  expect(delayWords({ ...order, isDelivered: true }, '2026-11-19')).toBeNull()
})

const CANCELED = 'This order was canceled, so there is nothing to ship.'
const REFUNDED = 'This order was refunded in full, so there is nothing to ship.'

test.for([
  ['an unpaid order that its buyer canceled', { isPaid: false, isCanceled: true }, CANCELED],
  ['a free order that is canceled', { totalPrice: 0, isRefunded: true }, CANCELED],
  ['an order that is refunded in full', { isRefunded: true }, REFUNDED],
  ['one that was shipped before its refund', { isDelivered: true, isRefunded: true }, null],
  ['an unpaid order', { isPaid: false }, null],
] as const)('%s can or cannot be marked as shipped, and says why', ([, differs, reason]) => {
  const order = { ...WAITING, ...differs }
  expect(neverShips(order)).toBe(reason)
  if (reason) expect(reasonNotToShip(order)).toBe(reason)
})

const BY_HAND = { method: 'handed-over', name: 'In person' }
const PICKUP = { method: 'pickup', name: 'Pick up', pickup: { address: 'The barn', hours: '' } }

test.for([
  ['a paid order', {}],
  ['an order to collect', { shipping: PICKUP }],
  ['an unpaid order', { isPaid: false }],
] as const)('who marks %s as shipped reads whether the buyer gets an email', ([, order]) => {
  expect(shippingSentence({ ...WAITING, ...order })).toMatch(/^Email Jonas that|gets an email/)
  for (const untold of [{ noEmails: true }, { user: { name: 'Deleted account', email: '' } }] as const) {
    const silent = shippingSentence({ ...WAITING, ...order, ...untold })
    expect(silent).toContain('gets no email.')
    expect(silent).not.toMatch(/^Email|gets an email/)
    expect(shippingAction({ ...WAITING, ...order, ...untold })).not.toContain('email')
  }
})

test.for([
  [{}, 'Not Shipped'],
  [{ isDelivered: true }, 'Shipped'],
  [{ shippedItems: 1, items: 3 }, '1 of 3 shipped'],
  [{ shipping: PICKUP }, 'Not ready'],
  [{ shipping: BY_HAND }, 'Not handed over'],
  [{ shipping: BY_HAND, isDelivered: true }, 'Handed over'],
  [{ shipping: PICKUP, isDelivered: true }, 'Ready'],
  [{ shipping: PICKUP, isDelivered: true, collectedAt: '2026-11-19T09:00:00.000Z' }, 'Collected'],
] as const)('an order with %j is in the list as %s', ([order, words]) => {
  expect(statusWords({ ...WAITING, ...order }).delivered).toBe(words)
})

test('an order to collect is ready by its day, not shipped by it', () => {
  const order = { ...WAITING, shipping: PICKUP, shipBy: '2026-11-19' }
  expect(shipByWords(order, '2026-11-19')?.text).toBe('Ready by Nov 19, 2026')
  expect(shipByWords(order, '2026-11-20')?.text).toBe('Late: was to be ready by Nov 19, 2026')
})

test('an order that the seller hands over has a button of its own, and its buyer is told nothing', () => {
  const order = { ...WAITING, shipping: BY_HAND }
  expect(shippingSentence(order)).toContain('gets no email')
  expect(shippingAction(order)).toBe('Mark as handed over')
})
