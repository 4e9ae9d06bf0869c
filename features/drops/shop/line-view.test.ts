import { expect, test } from 'vitest'
import type { Line } from '../contract.ts'
import { type Visitor, viewOf } from './line-view.ts'

const NOW = Date.parse('2026-11-28T12:00:00Z')
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

const line = (fields: Partial<Line> = {}): Line => ({
  ...{ state: 'line', startsAt: at(-1), minutes: 10, tickets: 20_000, drawn: 20_000, secret: null },
  ...{ admitted: 50, left: 50, paying: 0, choosing: 50, pollSeconds: 20, spreadSeconds: 10 },
  ...fields,
})
const turn = { endsAt: at(5), order: null }

const ROWS: [what: string, Partial<Line>, Visitor, title: string | RegExp, words: RegExp | string, others?: object][] =
  [
    [
      'days before',
      { state: 'planned', startsAt: at(3_000) },
      {},
      'Come back an hour before',
      /one hour before/,
      { until: at(3_000) },
    ],
    [
      'an hour before',
      { state: 'planned', startsAt: at(59) },
      {},
      'The line is open',
      /by lot/,
      { join: 'Join the line' },
    ],
    [
      'with a ticket',
      { state: 'planned', startsAt: at(59) },
      { number: 7 },
      'You’re in line',
      /^19,999 people are waiting/,
    ],
    ['alone', { state: 'planned', startsAt: at(9), tickets: 1 }, { number: 1 }, 'You’re in line', /^Nobody else/],
    [
      'far behind',
      {},
      { number: 7, place: 312 },
      'You are number 312 of about 20,000',
      /^50 pieces left\. .*very unlikely/,
    ],
    [
      'within reach',
      {},
      { number: 7, place: 58 },
      'You are number 58 of about 20,000',
      /8 people ahead of you don’t buy, which often/,
    ],
    ['behind', {}, { number: 7, place: 90 }, /number 90/, /only if 40 people .* That is unlikely/],
    ['next', {}, { number: 7, place: 51 }, 'You are next in line', /1 person ahead/],
    [
      'as late as nobody waits',
      { tickets: 60, admitted: 59, choosing: 3 },
      { number: 60, place: 60 },
      'You are next in line',
      /within seconds/,
    ],
    [
      'while all pay',
      { left: 4, paying: 4, choosing: 0 },
      { number: 7, place: 52 },
      /number 52/,
      /^All pieces are being paid for/,
    ],
    [
      'at the turn',
      {},
      { number: 7, place: 12, turn },
      'It is your turn',
      /Choose one piece/,
      { until: at(5), isTurn: true },
    ],
    [
      'with an order',
      {},
      { number: 7, place: 12, turn: { ...turn, order: 'o' } },
      'You have ordered',
      /Pay for/,
      { link: { to: '/order/o', label: 'Go to your order' } },
    ],
    [
      'at the turn, when the last piece was sold elsewhere',
      { left: 0, choosing: 1 },
      { number: 7, place: 12, turn },
      'Sold out',
      /sold meanwhile/,
      { until: at(5) },
    ],
    [
      'with an order after the turn',
      {},
      { number: 7, place: 12, turn: { endsAt: at(-1), order: 'o' } },
      'Your turn is over',
      /If your order is paid/,
      { link: { to: '/order/o', label: 'Go to your order' } },
    ],
    [
      'after the turn',
      {},
      { number: 7, place: 12, turn: { ...turn, endsAt: at(-1) } },
      'Your turn is over',
      /at the end/,
      { join: 'Join again, at the end' },
    ],
    ['too late', {}, { number: 7, place: 12, turn: 'over' }, 'Your turn is over', /next in line has/],
    ['sold out', { left: 0, choosing: 0 }, { number: 7, place: 312 }, 'Sold out', /All pieces are sold/],
    [
      'without a ticket',
      {},
      {},
      'The drop has started',
      /^50 pieces left\. 19,950 people are in line/,
      { join: 'Join the end of the line' },
    ],
    ['when nobody waits', { tickets: 50, choosing: 3 }, {}, 'The drop has started', /at once/],
    ['when all choose', { tickets: 50 }, {}, 'The drop has started', /only if somebody/],
    ['canceled', { state: 'canceled' }, { number: 7 }, 'This drop was canceled', /not for sale/],
    ['over', { state: 'over' }, { number: 7 }, 'This drop is over', /Anything left is now in the shop/],
  ]

test.for(ROWS)('a visitor reads the truth: %s', ([, fields, visitor, title, words, others = {}]) => {
  const view = viewOf(line(fields), visitor, NOW)
  expect(view.title).toMatch(title)
  expect(view.words).toMatch(words)
  expect(view).toMatchObject(others)
})
