import fc from 'fast-check'
import { expect } from 'vitest'
import { isSettled, violationIn } from './explore.ts'
import type { RealShop } from './real-shop.ts'
import { Attempt, Field, ModelState, Order, type Scenario, Square } from './state.ts'
import { type Move, movesOf, recoverAll } from './transitions.ts'

/** Steps of the plan are taken eight times as often as faults. */
const STEPS_PER_FAULT = 8
const MOST_COMMANDS = 120

type Command = fc.AsyncCommand<{ state: ModelState }, RealShop | undefined>

/** Sequences of commands for the scenario. Each is one transition of one request that is possible when its turn comes. */
export function commandsFor({ requests }: Scenario) {
  const request = fc.nat(requests.length - 1)
  const command = (isFault: boolean) =>
    fc.tuple(request, fc.nat(7)).map(([number, choice]) => commandOf(number, isFault, choice))
  return fc.commands(
    [fc.oneof({ weight: STEPS_PER_FAULT, arbitrary: command(false) }, { weight: 1, arbitrary: command(true) })],
    { maxCommands: MOST_COMMANDS, size: 'max' },
  )
}

/** The choice-th step, or fault, that is possible for the request. After it the real shop is as the model says. */
function commandOf(request: number, isFault: boolean, choice: number): Command {
  let takenCommand = ''
  const possible = (state: ModelState) =>
    movesOf(state, {}).filter((move) => move.request === request && move.isFault === isFault)
  return {
    check: ({ state }) => possible(state).length > 0,
    async run({ state }, real) {
      const moves = possible(state)
      const move = moves[choice % moves.length] as Move
      takenCommand = JSON.stringify([request, move.name, move.delivery])
      move.happen(state)
      expect(violationIn(state)).toBeNull()
      await real?.perform(move)
      if (real) expect(await real.facts(), takenCommand).toEqual(factsOf(state))
    },
    toString: () => takenCommand || `request ${request}: ${isFault ? 'fault' : 'step'} ${choice}`,
  }
}

/** Runs the commands on a new model, and on the real shop if there is one; then recovery, which settles both. */
export async function runCommands(scenario: Scenario, commands: Iterable<Command>, real?: RealShop) {
  const state = new ModelState(scenario)
  await fc.asyncModelRun(() => ({ model: { state }, real }), commands)
  recoverAll(state)
  expect([violationIn(state), isSettled(state)]).toEqual([null, true])
  await real?.recoverAll()
  if (real) expect(await real.facts(), 'after recovery').toEqual(factsOf(state))
  return Array.from({ length: scenario.orders }, (_, order) => state.orderState(order)).filter(
    (one) => one === Order.paid,
  ).length
}

/** The facts of a state that the real shop has, too. */
function factsOf(state: ModelState) {
  const { scenario } = state
  const requests = scenario.requests.map((_, request) => request)
  return {
    attempts: requests.map((request) => nameIn(Attempt, state.get(request, Field.attempt))),
    square: requests.map((request) => nameIn(Square, state.get(request, Field.square))),
    orders: Array.from({ length: scenario.orders }, (_, order) => {
      const name = nameIn(Order, state.orderState(order))
      return [name, name === 'unpaid' ? null : state.currentAttempt(order)]
    }),
    stock: scenario.stock.map((_, product) => state.stockOf(product)),
    couponUsedBy: state.couponIsFree() ? null : state.coupon,
  }
}

const nameIn = (names: Record<string, number>, value: number) =>
  Object.keys(names).find((name) => names[name] === value)
