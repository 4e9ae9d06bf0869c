import { expect, test } from 'vitest'
import type { StoredTurn } from './drop-tickets.ts'
import { LINE, TURN } from './texts.ts'
import { turnView } from './turn-view.ts'

const NOW = Date.parse('2026-11-26T18:00:00Z')
const ORDER = '0198a0f2-7c1e-7000-8000-000000000001'

/** A turn that ends in so many seconds. */
const turn = (seconds: number, fields: Partial<StoredTurn> = {}): StoredTurn => ({
  ...{ slug: 'winter-cups', order: null, isPaid: false, endsAt: new Date(NOW + seconds * 1_000).toISOString() },
  ...fields,
})
const ordered = { order: ORDER }
const toLine = { to: '/drops/winter-cups', label: TURN.toLine }
const toOrder = { to: `/order/${ORDER}`, label: LINE.ordered.link }

test.for([
  ['no turn', [], undefined, undefined, undefined],
  ['a turn', [turn(462)], undefined, 'Your turn: 7:42 left to order', undefined],
  ['a turn by part of a second', [turn(8.2)], undefined, 'Your turn: 0:09 left to order', undefined],
  ['a long turn', [turn(3_600)], undefined, 'Your turn: 60:00 left to order', undefined],
  ['a turn that has ordered', [turn(59, ordered)], undefined, 'Your turn: 0:59 left to pay', toOrder],
  ['the order of a turn', [turn(59, ordered)], ORDER, 'Your turn: 0:59 left to pay', undefined],
  ['another order', [turn(59, ordered), turn(99)], 'another', undefined, undefined],
  ['a turn that is over', [turn(0)], undefined, TURN.over, toLine],
  ['a turn that is over, with an order', [turn(-60, ordered)], ORDER, TURN.overUnpaid, toLine],
  ['a turn that is long over', [turn(-1_800)], undefined, undefined, undefined],
  ['a paid order', [turn(59, { ...ordered, isPaid: true })], ORDER, undefined, undefined],
  ['two turns', [turn(90), turn(60), turn(-10)], undefined, 'Your turn: 1:00 left to order', undefined],
  ['two that are over', [turn(-90, ordered), turn(-10)], undefined, TURN.over, toLine],
] as [string, StoredTurn[], string | undefined, string | undefined, object | undefined][])(
  'the clock of %s',
  ([, turns, order, text, link]) => {
    const view = turnView(turns, NOW, order)
    expect([view?.text, view?.link]).toEqual([text, link])
  },
)

test('the time left is read out when it begins, and then seldom', () => {
  const news = Array.from({ length: 602 }, (_, passed) => turnView([turn(601 - passed)], NOW)?.news)
  expect([...new Set(news)]).toEqual([
    'It is your turn: 11 minutes left to order.',
    'It is your turn: 10 minutes left to order.',
    'It is your turn: 5 minutes left to order.',
    'It is your turn: 2 minutes left to order.',
    'It is your turn: 1 minute left to order.',
    'It is your turn: 30 seconds left to order.',
    TURN.over,
  ])
})
