import { Attempt, Field, ModelState, Order, type Scenario, Square } from './state.ts'
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
    const own = requests.filter((request) => request.order === order)
    if (own.filter(({ hasMoney }) => hasMoney).length > 1) return 'I2 one order charged twice'
    if (own.filter(({ attempt }) => isHeld(attempt)).length > 1) return 'two live attempts on one order'
    const paidBy = own.find(({ request }) => request === state.currentAttempt(order))
    if (state.orderState(order) === Order.paid && !paidBy?.hasMoney) return 'I4 an order paid without money'
  }
  const held = flaws.lateStock ? 0 : requests.filter(({ attempt }) => isHeld(attempt)).length
  const sold = requests.filter(({ attempt }) => attempt === Attempt.captured).length
  if (state.stock > state.scenario.stock) return 'I1 stock below zero, or out of nothing'
  if (state.stock + held + sold !== state.scenario.stock) return 'I1 a piece sold twice, or lost'
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

export type Exploration = { states: number; violation: string | null; trapped: number }

/**
 * Visits every state that can be reached, in every interleaving. `trapped` counts those from which no settled state
 * can be reached any more; a search that finds a violation, or reaches `limit`, ends without counting them.
 */
export function explore(scenario: Scenario, flaws: Flaws = {}, limit = 3_000_000): Exploration {
  const first = new ModelState(scenario)
  const known = new Map([[first.key(), 0]])
  const states = [first]
  const comesFrom: number[][] = [[]]
  for (let at = 0; at < states.length; at++) {
    const state = states[at] as ModelState
    for (const next of nextStates(state, movesOf(state, flaws))) {
      const key = next.key()
      let index = known.get(key)
      if (index === undefined) {
        index = states.length
        known.set(key, index)
        states.push(next)
        comesFrom.push([])
        const violation = violationIn(next, flaws)
        if (violation) return { states: index + 1, violation, trapped: 0 }
        if (index > limit) throw new Error(`More than ${limit} states.`)
      }
      comesFrom[index]?.push(at)
    }
  }
  return { states: states.length, violation: null, trapped: countTrapped(states, comesFrom) }
}

function* nextStates(state: ModelState, moves: Move[]) {
  for (const { happen } of moves) {
    const next = state.copy()
    happen(next)
    yield next
  }
}

function countTrapped(states: ModelState[], comesFrom: number[][]) {
  const canSettle = new Uint8Array(states.length)
  const open: number[] = []
  const mark = (index: number) => {
    if (canSettle[index]) return
    canSettle[index] = 1
    open.push(index)
  }
  for (const [index, state] of states.entries()) if (isSettled(state)) mark(index)
  for (let index = open.pop(); index !== undefined; index = open.pop())
    for (const from of comesFrom[index] ?? []) mark(from)
  return states.length - canSettle.reduce((sum, one) => sum + one, 0)
}
