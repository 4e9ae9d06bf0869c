import { Answer, Attempt, Field, Message, Order, Report, Square, Step, Worker, type World } from './state.ts'

/** Ways in which the design could have been wrong; each must be caught. */
export type Flaws = Partial<
  Record<
    | 'chargeAtOnce'
    | 'captureBeforeCommit'
    | 'commitUnchecked'
    | 'noOrderLock'
    | 'lateStock'
    | 'sendBeforeReserve'
    | 'giveUpOnCapture'
    | 'trustBrowser',
    boolean
  >
>

/** One thing that may happen next. `weight` is its share in the random walks: faults are rarer there. */
export type Move = { weight: number; happen(world: World): void }

const RARE = 0.03
const always = (happen: Move['happen'], weight = 1): Move => ({ weight, happen })

/** Everything that may happen next in this world. */
export function movesOf(world: World, flaws: Flaws): Move[] {
  const moves: Move[] = []
  for (let press = 0; press < world.scenario.presses.length; press++)
    moves.push(
      ...pressMoves(world, press, flaws),
      ...gatewayMoves(world, press, flaws),
      ...workerMoves(world, press, flaws),
    )
  if (flaws.trustBrowser)
    for (let order = 0; order < world.scenario.orders; order++)
      if (world.orderState(order) !== Order.unpaid && world.orderState(order) !== Order.paid)
        moves.push(always((next) => next.setOrder(order, Order.paid, next.currentAttempt(order))))
  return moves
}

// --- the request that serves a press of Pay

function pressMoves(world: World, press: number, flaws: Flaws): Move[] {
  const step = world.get(press, Field.step)
  const moves: Move[] = []
  if (step !== Step.over && step !== Step.idle) moves.push(always((next) => end(next, press), RARE)) // kill -9
  if (step === Step.idle) moves.push(always((next) => start(next, press, flaws)))
  if (step === Step.reserve) moves.push(always((next) => reserve(next, press, flaws)))
  if (step === Step.send) moves.push(always((next) => sendAndGo(next, press, Message.create, Step.await)))
  if (step === Step.await) moves.push(...awaitAuthorization(world, press, flaws))
  if (step === Step.commit) moves.push(always((next) => commit(next, press, flaws)))
  if (step === Step.capture)
    moves.push(always((next) => sendAndGo(next, press, Message.completeByPress, Step.awaitCapture)))
  if (step === Step.awaitCapture) {
    if (world.get(press, Field.answer) === Answer.captured) moves.push(always((next) => go(next, press, Step.record)))
    moves.push(always((next) => end(next, press), 0.05)) // an error or no answer: the worker finishes
  }
  if (step === Step.record) moves.push(always((next) => recordAndEnd(next, press)))
  return moves
}

function start(next: World, press: number, flaws: Flaws) {
  if (flaws.sendBeforeReserve) send(next, press, Message.create)
  next.set(press, Field.step, Step.reserve)
}

/** T1: the order, the stock and the coupon are taken and the attempt recorded, all or nothing. */
function reserve(next: World, press: number, flaws: Flaws) {
  const order = next.orderOf(press)
  const isFree = flaws.noOrderLock ? next.orderState(order) !== Order.paid : next.orderState(order) === Order.unpaid
  const hasStock = flaws.lateStock || next.stock > 0
  const hasCoupon = !next.scenario.coupon || next.couponIsFree()
  if (!isFree || !hasStock || !hasCoupon) return end(next, press)
  if (!flaws.lateStock) next.stock--
  if (next.scenario.coupon) next.coupon = press
  next.setOrder(order, Order.paying, press)
  next.set(press, Field.attempt, Attempt.authorising)
  next.set(press, Field.step, flaws.sendBeforeReserve ? Step.await : Step.send)
}

function awaitAuthorization(world: World, press: number, flaws: Flaws): Move[] {
  const answer = world.get(press, Field.answer)
  const moves = [always((next) => giveUp(next, press, Attempt.abandoning, flaws), RARE)] // no answer in time: T-abandon
  if (answer === Answer.approved)
    moves.push(
      always((next) => {
        if (flaws.captureBeforeCommit) send(next, press, Message.completeByPress)
        go(next, press, Step.commit)
      }),
    )
  if (answer === Answer.refused) moves.push(always((next) => giveUp(next, press, Attempt.declined, flaws)))
  if (!world.get(press, Field.retried))
    moves.push(
      always((next) => {
        next.set(press, Field.retried, 1)
        send(next, press, Message.create)
      }, 0.1),
    )
  return moves
}

/** T-fail or T-abandon, and the end of the request. */
function giveUp(next: World, press: number, fate: number, flaws: Flaws) {
  if (next.get(press, Field.attempt) === Attempt.authorising) undo(next, press, fate, flaws)
  end(next, press)
}

/** T2: from here the sale only goes forward. Finds nothing to do when somebody abandoned the attempt. */
function commit(next: World, press: number, flaws: Flaws) {
  const order = next.orderOf(press)
  const isLive = next.get(press, Field.attempt) === Attempt.authorising && next.currentAttempt(order) === press
  if (!isLive && !flaws.commitUnchecked) {
    send(next, press, Message.cancelById)
    return end(next, press)
  }
  if (flaws.lateStock) next.stock--
  next.set(press, Field.attempt, Attempt.capturing)
  next.setOrder(order, Order.capturing, press)
  next.set(press, Field.step, Step.capture)
}

function recordAndEnd(next: World, press: number) {
  recordPaid(next, press)
  end(next, press)
}

// --- Square, and the way there and back

function gatewayMoves(world: World, press: number, flaws: Flaws): Move[] {
  const moves: Move[] = []
  for (const message of Object.values(Message)) {
    if (!(world.get(press, Field.wire) & message)) continue
    moves.push(always((next) => take(next, press, message), RARE)) // lost on the way
    const isFirst = message === Message.create && world.get(press, Field.square) === Square.none
    const outcomes = isFirst ? [flaws.chargeAtOnce ? Square.completed : Square.approved, Square.declined] : [undefined]
    for (const outcome of outcomes)
      for (const isAnswered of [true, false])
        moves.push(always((next) => deliver(next, press, message, outcome, isAnswered), isAnswered ? 1 : 0.05))
  }
  if (world.get(press, Field.square) === Square.approved)
    moves.push(always((next) => next.set(press, Field.square, Square.canceled), 0.01)) // the timer, or the dashboard
  return moves
}

function deliver(next: World, press: number, message: number, outcome: number | undefined, isAnswered: boolean) {
  take(next, press, message)
  const before = next.get(press, Field.square)
  const after = outcome ?? effectOf(message, before)
  next.set(press, Field.square, after)
  if (isAnswered) answerTo(next, press, message, after)
}

function effectOf(message: number, square: number) {
  if (square !== Square.approved) return square
  if (message === Message.completeByPress || message === Message.completeByWorker) return Square.completed
  if (message === Message.cancelByKey || message === Message.cancelById) return Square.canceled
  return square
}

function answerTo(next: World, press: number, message: number, square: number) {
  const step = next.get(press, Field.step)
  const worker = next.get(press, Field.worker)
  const hasMoney = square === Square.completed
  const tell = (field: number, value: number) => next.set(press, field, value)
  if (message === Message.create && step === Step.await)
    tell(Field.answer, square === Square.approved || hasMoney ? Answer.approved : Answer.refused)
  if (message === Message.completeByPress && step === Step.awaitCapture)
    tell(Field.answer, hasMoney ? Answer.captured : Answer.error)
  if (message === Message.completeByWorker && worker === Worker.completing)
    tell(Field.report, hasMoney ? Report.completed : Report.error)
  if (message === Message.cancelByKey && worker === Worker.cancelling)
    tell(Field.report, hasMoney ? Report.error : Report.canceled)
  if (message === Message.get && worker === Worker.asking) tell(Field.report, REPORT_OF[square] ?? Report.error)
}

const REPORT_OF: Record<number, number> = {
  [Square.completed]: Report.completed,
  [Square.canceled]: Report.gone,
  [Square.approved]: Report.approved,
}

// --- the recovery worker: it may act at any moment (leases are not trusted), and die at any moment

function workerMoves(world: World, press: number, flaws: Flaws): Move[] {
  const worker = world.get(press, Field.worker)
  const attempt = world.get(press, Field.attempt)
  const moves: Move[] = []
  if (worker !== Worker.idle) moves.push(always((next) => rest(next, press), 0.05))
  if (worker === Worker.idle && attempt === Attempt.authorising)
    moves.push(always((next) => undo(next, press, Attempt.abandoning, flaws), 0.01))
  if (worker === Worker.idle && attempt === Attempt.abandoning)
    moves.push(always((next) => work(next, press, Worker.cancelling, Message.cancelByKey)))
  if (worker === Worker.idle && attempt === Attempt.capturing) {
    if (flaws.giveUpOnCapture) moves.push(always((next) => undo(next, press, Attempt.voided, flaws)))
    moves.push(always((next) => work(next, press, Worker.asking, Message.get)))
    moves.push(always((next) => work(next, press, Worker.completing, Message.completeByWorker)))
  }
  if (worker !== Worker.idle && world.get(press, Field.report) !== Report.none)
    moves.push(always((next) => heed(next, press, flaws)))
  return moves
}

function heed(next: World, press: number, flaws: Flaws) {
  const worker = next.get(press, Field.worker)
  const report = next.get(press, Field.report)
  const attempt = next.get(press, Field.attempt)
  rest(next, press)
  if (worker === Worker.cancelling && report === Report.canceled && attempt === Attempt.abandoning)
    next.set(press, Field.attempt, Attempt.voided)
  if (worker !== Worker.cancelling && report === Report.completed) recordPaid(next, press)
  if (worker === Worker.asking && report === Report.gone && attempt === Attempt.capturing)
    undo(next, press, Attempt.voided, flaws) // T-lost
}

// --- steps that several of them take

/** T3. */
function recordPaid(next: World, press: number) {
  if (next.get(press, Field.attempt) !== Attempt.capturing) return
  next.set(press, Field.attempt, Attempt.captured)
  next.setOrder(next.orderOf(press), Order.paid, press)
}

/** The attempt is over: the order is unpaid again, stock and coupon are back. */
function undo(next: World, press: number, fate: number, flaws: Flaws) {
  next.set(press, Field.attempt, fate)
  const order = next.orderOf(press)
  if (next.currentAttempt(order) === press) next.setOrder(order, Order.unpaid)
  if (!flaws.lateStock) next.stock++
  if (next.coupon === press) next.freeCoupon()
}

function send(next: World, press: number, message: number) {
  next.set(press, Field.wire, next.get(press, Field.wire) | message)
}

function take(next: World, press: number, message: number) {
  next.set(press, Field.wire, next.get(press, Field.wire) & ~message)
}

function sendAndGo(next: World, press: number, message: number, step: number) {
  send(next, press, message)
  next.set(press, Field.step, step)
}

function go(next: World, press: number, step: number) {
  next.set(press, Field.answer, Answer.none)
  next.set(press, Field.step, step)
}

const end = (next: World, press: number) => go(next, press, Step.over)

function work(next: World, press: number, worker: number, message: number) {
  next.set(press, Field.worker, worker)
  send(next, press, message)
}

function rest(next: World, press: number) {
  next.set(press, Field.worker, Worker.idle)
  next.set(press, Field.report, Report.none)
}
