import { Attempt, Field, Order, type Scenario, Square, World } from './state.ts'
import { type Flaws, type Move, movesOf } from './transitions.ts'

/** The first invariant of docs/checkout.md that does not hold in this world; null when all hold. */
export function violationIn(world: World, flaws: Flaws = {}): string | null {
  const presses = world.scenario.presses.map((order, press) => ({
    press,
    order,
    attempt: world.get(press, Field.attempt),
    hasMoney: world.get(press, Field.square) === Square.completed,
  }))
  const isHeld = (attempt: number) => attempt === Attempt.authorising || attempt === Attempt.capturing
  const isLive = (attempt: number) => isHeld(attempt) || attempt === Attempt.captured
  if (
    presses.some(({ hasMoney, attempt }) => hasMoney && attempt !== Attempt.capturing && attempt !== Attempt.captured)
  )
    return 'I3 money taken for an attempt the shop had not committed to'
  for (let order = 0; order < world.scenario.orders; order++) {
    const own = presses.filter((press) => press.order === order)
    if (own.filter(({ hasMoney }) => hasMoney).length > 1) return 'I2 one order charged twice'
    if (own.filter(({ attempt }) => isHeld(attempt)).length > 1) return 'two live attempts on one order'
    const paidBy = own.find(({ press }) => press === world.currentAttempt(order))
    if (world.orderState(order) === Order.paid && !paidBy?.hasMoney) return 'I4 an order paid without money'
  }
  const held = flaws.lateStock ? 0 : presses.filter(({ attempt }) => isHeld(attempt)).length
  const sold = presses.filter(({ attempt }) => attempt === Attempt.captured).length
  if (world.stock > world.scenario.stock) return 'I1 stock below zero, or out of nothing'
  if (world.stock + held + sold !== world.scenario.stock) return 'I1 a piece sold twice, or lost'
  if (world.scenario.coupon && presses.filter(({ attempt }) => isLive(attempt)).length > 1)
    return 'I7 a one-time coupon used twice'
  return null
}

/** Nothing under way, at the shop or at Square. */
const isSettled = (world: World) =>
  world.scenario.presses.every((_, press) => {
    const attempt = world.get(press, Field.attempt)
    const isFinal = attempt !== Attempt.authorising && attempt !== Attempt.capturing && attempt !== Attempt.abandoning
    return isFinal && world.get(press, Field.square) !== Square.approved
  })

export type Exploration = { states: number; violation: string | null; trapped: number }

/**
 * Visits every world that can be reached, in every interleaving. `trapped` counts those from which no settled world
 * can be reached any more; a search that finds a violation, or reaches `limit`, ends without counting them.
 */
export function explore(scenario: Scenario, flaws: Flaws = {}, limit = 3_000_000): Exploration {
  const first = new World(scenario)
  const known = new Map([[first.key(), 0]])
  const worlds = [first]
  const comesFrom: number[][] = [[]]
  for (let at = 0; at < worlds.length; at++) {
    const world = worlds[at] as World
    for (const next of nextWorlds(world, movesOf(world, flaws))) {
      const key = next.key()
      let index = known.get(key)
      if (index === undefined) {
        index = worlds.length
        known.set(key, index)
        worlds.push(next)
        comesFrom.push([])
        const violation = violationIn(next, flaws)
        if (violation) return { states: index + 1, violation, trapped: 0 }
        if (index > limit) throw new Error(`More than ${limit} states.`)
      }
      comesFrom[index]?.push(at)
    }
  }
  return { states: worlds.length, violation: null, trapped: countTrapped(worlds, comesFrom) }
}

function* nextWorlds(world: World, moves: Move[]) {
  for (const { happen } of moves) {
    const next = world.copy()
    happen(next)
    yield next
  }
}

function countTrapped(worlds: World[], comesFrom: number[][]) {
  const canSettle = new Uint8Array(worlds.length)
  const open: number[] = []
  const mark = (index: number) => {
    if (canSettle[index]) return
    canSettle[index] = 1
    open.push(index)
  }
  for (const [index, world] of worlds.entries()) if (isSettled(world)) mark(index)
  for (let index = open.pop(); index !== undefined; index = open.pop())
    for (const from of comesFrom[index] ?? []) mark(from)
  return worlds.length - canSettle.reduce((sum, one) => sum + one, 0)
}

export type Walks = { steps: number; paidOrders: number; violation: string | null; unsettledEnds: number }

/** `count` random lives of a scenario too large to visit whole, from a seed, each until nothing more can happen. */
export function walk(scenario: Scenario, count: number, seed: number, flaws: Flaws = {}): Walks {
  const random = randomFrom(seed)
  const made: Walks = { steps: 0, paidOrders: 0, violation: null, unsettledEnds: 0 }
  for (let life = 0; life < count; life++) {
    const world = new World(scenario)
    for (let moves = movesOf(world, flaws); moves.length > 0; moves = movesOf(world, flaws)) {
      pick(moves, random).happen(world)
      made.steps++
      made.violation = violationIn(world, flaws)
      if (made.violation) return made
    }
    if (!isSettled(world)) made.unsettledEnds++
    for (let order = 0; order < scenario.orders; order++) if (world.orderState(order) === Order.paid) made.paidOrders++
  }
  return made
}

function pick(moves: Move[], random: () => number): Move {
  let left = random() * moves.reduce((sum, { weight }) => sum + weight, 0)
  for (const move of moves) {
    left -= move.weight
    if (left < 0) return move
  }
  return moves[0] as Move
}

/** A small linear congruential generator (Numerical Recipes' figures): the same walks for the same seed. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
