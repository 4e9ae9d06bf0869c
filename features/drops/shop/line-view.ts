// What the page of a drop says, from the line that is the same for everybody and what this browser has.
import type { Admission, Line } from '../contract.ts'
import { LINE_OPENS_MINUTES } from '../line.ts'
import { DROP, LINE } from './texts.ts'

/** An admission of this browser, as the server said. */
export type Turn = Pick<Admission, 'endsAt' | 'order'> | 'over'

/** What this browser has: the number of its ticket, its place once that is drawn, and its turn. */
export type Visitor = { number?: number | undefined; place?: number | undefined; turn?: Turn | undefined }

export type View = {
  title: string
  words: string
  /** Until when time is counted down. */
  until?: string
  join?: string
  link?: { to: string; label: string }
  /** Whether the products can be chosen now. */
  isTurn?: boolean
}

/** The view of a moment, in milliseconds of the server's clock. */
export function viewOf(line: Line, visitor: Visitor, now: number): View {
  const { state, startsAt } = line
  if (state === 'canceled') return { title: DROP.canceled, words: DROP.canceledLead, link: shopLink }
  if (state === 'over') return { title: DROP.over, words: DROP.overLead, link: shopLink }
  if (state === 'planned') return { ...beforeStart(line, visitor, now), until: startsAt }
  const { turn, place } = visitor
  if (turn && turn !== 'over' && Date.parse(turn.endsAt) > now) return ofTurn(turn, line)
  if (turn && turn !== 'over' && turn.order) return { ...LINE.orderedBefore, link: orderLink(turn.order) }
  if (line.left === 0) return LINE.soldOut
  if (turn) return { ...LINE.missed, join: DROP.again }
  if (place === undefined) return late(line)
  return inLine(line, place)
}

const shopLink = { to: '/shop', label: DROP.browse }
const orderLink = (order: string) => ({ to: `/order/${order}`, label: LINE.ordered.link })

function beforeStart({ startsAt, tickets }: Line, { number }: Visitor, now: number): View {
  if (number !== undefined)
    return { title: LINE.waiting.title, words: LINE.waiting.words(Math.max(0, Math.max(tickets, number) - 1)) }
  const opens = Date.parse(startsAt) - LINE_OPENS_MINUTES * 60_000
  return now < opens ? LINE.closed : { ...LINE.open, join: DROP.join }
}

function ofTurn({ endsAt, order }: Exclude<Turn, 'over'>, { left }: Line): View {
  if (!order && left === 0) return { ...LINE.soldMeanwhile, until: endsAt }
  if (!order) return { ...LINE.turn, until: endsAt, isTurn: true }
  const { title, words } = LINE.ordered
  return { title, words, until: endsAt, link: orderLink(order) }
}

function late({ tickets, admitted, left, choosing, paying }: Line): View {
  const waiting = tickets - admitted
  const { late, left: leftOf } = LINE
  const line = waiting > 0 ? late.waiting(waiting) : left > choosing + paying ? late.free : late.taken
  return { title: late.title, words: `${leftOf(left)} ${line}`, join: DROP.joinLate }
}

/** Beyond this many times the pieces a place is hopeless. */
const FAR = 3

function inLine(line: Line, place: number): View {
  const { tickets, admitted, left, paying } = line
  const ahead = place - admitted
  const title = ahead === 1 ? LINE.next : LINE.place(place, Math.max(tickets, place))
  const stockSentence = left === paying ? LINE.allPaying : LINE.left(left)
  return { title, words: [stockSentence, chanceOf(line, ahead), LINE.stay].join(' ') }
}

/** How likely it is that so many of those ahead let their piece go. */
function chanceOf({ left, paying, choosing }: Line, ahead: number) {
  const free = left - paying - choosing
  if (ahead <= free) return LINE.chance.soon
  if (ahead > left * FAR) return LINE.chance.none
  const few = Math.max(1, Math.floor((choosing + paying) / 5))
  return ahead - free <= few ? LINE.chance.good(ahead - free) : LINE.chance.poor(ahead - free)
}
