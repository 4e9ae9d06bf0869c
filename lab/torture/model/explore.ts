import { Attempt, Field, linesOf, ModelState, Order, type Scenario, Square } from './state.ts'
import { type Flaws, type Move, movesOf } from './transitions.ts'

/** The first invariant of docs/checkout.md that does not hold in this state; null when all hold. */
export function violationIn(state: ModelState, flaws: Flaws = {}): string | null {
  const requests = state.scenario.requests.map((order, request) => ({
    request,
    order,
    attempt: state.get(request, Field.attempt),
    hasMoney: state.get(request, Field.square) === Square.completed,
  }))
  const isHeld = (attempt: number) => attempt === Attempt.authorising || attempt === Attempt.capturing
  const isLive = (attempt: number) => isHeld(attempt) || attempt === Attempt.captured
  if (
    requests.some(({ hasMoney, attempt }) => hasMoney && attempt !== Attempt.capturing && attempt !== Attempt.captured)
  )
    return 'I3 money taken for an attempt the shop had not committed to'
  for (let order = 0; order < state.scenario.orders; order++) {
    const ownRequests = requests.filter((request) => request.order === order)
    if (ownRequests.filter(({ hasMoney }) => hasMoney).length > 1) return 'I2 one order charged twice'
    if (ownRequests.filter(({ attempt }) => isHeld(attempt)).length > 1) return 'two live attempts on one order'
    const paidBy = ownRequests.find(({ request }) => request === state.currentAttempt(order))
    if (state.orderState(order) === Order.paid && !paidBy?.hasMoney) return 'I4 an order paid without money'
  }
  const isOut = (attempt: number) => attempt === Attempt.captured || (!flaws.lateStock && isHeld(attempt))
  const out = requests.filter(({ attempt }) => isOut(attempt)).flatMap(({ order }) => linesOf(state.scenario, order))
  for (const [product, stock] of state.scenario.stock.entries()) {
    if (state.stockOf(product) > stock) return 'I1 stock below zero, or out of nothing'
    const units = out.filter((other) => other === product).length
    if (state.stockOf(product) + units !== stock) return 'I1 a piece sold twice, or lost'
  }
  if (state.scenario.coupon && requests.filter(({ attempt }) => isLive(attempt)).length > 1)
    return 'I7 a one-time coupon used twice'
  return null
}

/** Whether nothing is under way, at the shop or at Square. */
export const isSettled = (state: ModelState) =>
  state.scenario.requests.every((_, request) => {
    const attempt = state.get(request, Field.attempt)
    const isFinal = attempt !== Attempt.authorising && attempt !== Attempt.capturing && attempt !== Attempt.abandoning
    return isFinal && state.get(request, Field.square) !== Square.approved
  })

/** The most states that fit into memory; the scenarios of `CASES` have about a third of it. */
const MOST_STATES = 3_000_000

/** Visits every state that can be reached, in every interleaving, up to the first violation; null without one. */
export function findViolation(scenario: Scenario, flaws: Flaws): string | null {
  const first = new ModelState(scenario)
  const knownKeys = new Set([first.key()])
  const states = [first]
  for (const state of states) {
    for (const next of nextStates(state, movesOf(state, flaws))) {
      if (knownKeys.has(next.key())) continue
      const violation = violationIn(next, flaws)
      if (violation) return violation
      if (states.length >= MOST_STATES) throw new Error(`More than ${MOST_STATES} states.`)
      knownKeys.add(next.key())
      states.push(next)
    }
  }
  return null
}

function* nextStates(state: ModelState, moves: Move[]) {
  for (const { happen } of moves) {
    const next = state.copy()
    happen(next)
    yield next
  }
}
