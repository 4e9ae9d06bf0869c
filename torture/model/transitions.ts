import { Answer, Attempt, Field, Message, type ModelState, Order, Report, Square, Step, Worker } from './state.ts'

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
export type Move = { weight: number; happen(state: ModelState): void }

const RARE = 0.03
const always = (happen: Move['happen'], weight = 1): Move => ({ weight, happen })

/** Everything that may happen next in this state. */
export function movesOf(state: ModelState, flaws: Flaws): Move[] {
  const moves: Move[] = []
  for (let request = 0; request < state.scenario.requests.length; request++)
    moves.push(
      ...requestMoves(state, request, flaws),
      ...gatewayMoves(state, request, flaws),
      ...workerMoves(state, request, flaws),
    )
  if (flaws.trustBrowser)
    for (let order = 0; order < state.scenario.orders; order++)
      if (state.orderState(order) !== Order.unpaid && state.orderState(order) !== Order.paid)
        moves.push(always((next) => next.setOrder(order, Order.paid, next.currentAttempt(order))))
  return moves
}

// --- the payment request

function requestMoves(state: ModelState, request: number, flaws: Flaws): Move[] {
  const step = state.get(request, Field.step)
  const moves: Move[] = []
  if (step !== Step.over && step !== Step.idle) moves.push(always((next) => end(next, request), RARE)) // kill -9
  if (step === Step.idle) moves.push(always((next) => start(next, request, flaws)))
  if (step === Step.reserve) moves.push(always((next) => reserve(next, request, flaws)))
  if (step === Step.send) moves.push(always((next) => sendAndGo(next, request, Message.create, Step.await)))
  if (step === Step.await) moves.push(...awaitAuthorization(state, request, flaws))
  if (step === Step.commit) moves.push(always((next) => commit(next, request, flaws)))
  if (step === Step.capture)
    moves.push(always((next) => sendAndGo(next, request, Message.completeByRequest, Step.awaitCapture)))
  if (step === Step.awaitCapture) {
    if (state.get(request, Field.answer) === Answer.captured)
      moves.push(always((next) => go(next, request, Step.record)))
    moves.push(always((next) => end(next, request), 0.05)) // an error or no answer: the worker finishes
  }
  if (step === Step.record) moves.push(always((next) => recordAndEnd(next, request)))
  return moves
}

function start(next: ModelState, request: number, flaws: Flaws) {
  if (flaws.sendBeforeReserve) send(next, request, Message.create)
  next.set(request, Field.step, Step.reserve)
}

/** T1: the order, the stock and the coupon are taken and the attempt recorded, all or nothing. */
function reserve(next: ModelState, request: number, flaws: Flaws) {
  const order = next.orderOf(request)
  const isFree = flaws.noOrderLock ? next.orderState(order) !== Order.paid : next.orderState(order) === Order.unpaid
  const hasStock = flaws.lateStock || next.stock > 0
  const hasCoupon = !next.scenario.coupon || next.couponIsFree()
  if (!isFree || !hasStock || !hasCoupon) return end(next, request)
  if (!flaws.lateStock) next.stock--
  if (next.scenario.coupon) next.coupon = request
  next.setOrder(order, Order.paying, request)
  next.set(request, Field.attempt, Attempt.authorising)
  next.set(request, Field.step, flaws.sendBeforeReserve ? Step.await : Step.send)
}

function awaitAuthorization(state: ModelState, request: number, flaws: Flaws): Move[] {
  const answer = state.get(request, Field.answer)
  const moves = [always((next) => giveUp(next, request, Attempt.abandoning, flaws), RARE)] // no answer in time: T-abandon
  if (answer === Answer.approved)
    moves.push(
      always((next) => {
        if (flaws.captureBeforeCommit) send(next, request, Message.completeByRequest)
        go(next, request, Step.commit)
      }),
    )
  if (answer === Answer.refused) moves.push(always((next) => giveUp(next, request, Attempt.declined, flaws)))
  if (!state.get(request, Field.retried))
    moves.push(
      always((next) => {
        next.set(request, Field.retried, 1)
        send(next, request, Message.create)
      }, 0.1),
    )
  return moves
}

/** T-fail or T-abandon, and the end of the request. */
function giveUp(next: ModelState, request: number, fate: number, flaws: Flaws) {
  if (next.get(request, Field.attempt) === Attempt.authorising) undo(next, request, fate, flaws)
  end(next, request)
}

/** T2: from here the sale only goes forward. Finds nothing to do when somebody abandoned the attempt. */
function commit(next: ModelState, request: number, flaws: Flaws) {
  const order = next.orderOf(request)
  const isLive = next.get(request, Field.attempt) === Attempt.authorising && next.currentAttempt(order) === request
  if (!isLive && !flaws.commitUnchecked) {
    send(next, request, Message.cancelById)
    return end(next, request)
  }
  if (flaws.lateStock) next.stock--
  next.set(request, Field.attempt, Attempt.capturing)
  next.setOrder(order, Order.capturing, request)
  next.set(request, Field.step, Step.capture)
}

function recordAndEnd(next: ModelState, request: number) {
  recordPaid(next, request)
  end(next, request)
}

// --- Square, and the way there and back

function gatewayMoves(state: ModelState, request: number, flaws: Flaws): Move[] {
  const moves: Move[] = []
  for (const message of Object.values(Message)) {
    if (!(state.get(request, Field.wire) & message)) continue
    moves.push(always((next) => take(next, request, message), RARE)) // lost on the way
    const isFirst = message === Message.create && state.get(request, Field.square) === Square.none
    const outcomes = isFirst ? [flaws.chargeAtOnce ? Square.completed : Square.approved, Square.declined] : [undefined]
    for (const outcome of outcomes)
      for (const isAnswered of [true, false])
        moves.push(always((next) => deliver(next, request, message, outcome, isAnswered), isAnswered ? 1 : 0.05))
  }
  if (state.get(request, Field.square) === Square.approved)
    moves.push(always((next) => next.set(request, Field.square, Square.canceled), 0.01)) // the timer, or the dashboard
  return moves
}

function deliver(next: ModelState, request: number, message: number, outcome: number | undefined, isAnswered: boolean) {
  take(next, request, message)
  const before = next.get(request, Field.square)
  const after = outcome ?? effectOf(message, before)
  next.set(request, Field.square, after)
  if (isAnswered) answerTo(next, request, message, after)
}

function effectOf(message: number, square: number) {
  if (square !== Square.approved) return square
  if (message === Message.completeByRequest || message === Message.completeByWorker) return Square.completed
  if (message === Message.cancelByKey || message === Message.cancelById) return Square.canceled
  return square
}

function answerTo(next: ModelState, request: number, message: number, square: number) {
  const step = next.get(request, Field.step)
  const worker = next.get(request, Field.worker)
  const hasMoney = square === Square.completed
  const tell = (field: number, value: number) => next.set(request, field, value)
  if (message === Message.create && step === Step.await)
    tell(Field.answer, square === Square.approved || hasMoney ? Answer.approved : Answer.refused)
  if (message === Message.completeByRequest && step === Step.awaitCapture)
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

function workerMoves(state: ModelState, request: number, flaws: Flaws): Move[] {
  const worker = state.get(request, Field.worker)
  const attempt = state.get(request, Field.attempt)
  const moves: Move[] = []
  if (worker !== Worker.idle) moves.push(always((next) => rest(next, request), 0.05))
  if (worker === Worker.idle && attempt === Attempt.authorising)
    moves.push(always((next) => undo(next, request, Attempt.abandoning, flaws), 0.01))
  if (worker === Worker.idle && attempt === Attempt.abandoning)
    moves.push(always((next) => work(next, request, Worker.cancelling, Message.cancelByKey)))
  if (worker === Worker.idle && attempt === Attempt.capturing) {
    if (flaws.giveUpOnCapture) moves.push(always((next) => undo(next, request, Attempt.voided, flaws)))
    moves.push(always((next) => work(next, request, Worker.asking, Message.get)))
    moves.push(always((next) => work(next, request, Worker.completing, Message.completeByWorker)))
  }
  if (worker !== Worker.idle && state.get(request, Field.report) !== Report.none)
    moves.push(always((next) => heed(next, request, flaws)))
  return moves
}

function heed(next: ModelState, request: number, flaws: Flaws) {
  const worker = next.get(request, Field.worker)
  const report = next.get(request, Field.report)
  const attempt = next.get(request, Field.attempt)
  rest(next, request)
  if (worker === Worker.cancelling && report === Report.canceled && attempt === Attempt.abandoning)
    next.set(request, Field.attempt, Attempt.voided)
  if (worker !== Worker.cancelling && report === Report.completed) recordPaid(next, request)
  if (worker === Worker.asking && report === Report.gone && attempt === Attempt.capturing)
    undo(next, request, Attempt.voided, flaws) // T-lost
}

// --- steps that several of them take

/** T3. */
function recordPaid(next: ModelState, request: number) {
  if (next.get(request, Field.attempt) !== Attempt.capturing) return
  next.set(request, Field.attempt, Attempt.captured)
  next.setOrder(next.orderOf(request), Order.paid, request)
}

/** The attempt is over: the order is unpaid again, stock and coupon are back. */
function undo(next: ModelState, request: number, fate: number, flaws: Flaws) {
  next.set(request, Field.attempt, fate)
  const order = next.orderOf(request)
  if (next.currentAttempt(order) === request) next.setOrder(order, Order.unpaid)
  if (!flaws.lateStock) next.stock++
  if (next.coupon === request) next.freeCoupon()
}

function send(next: ModelState, request: number, message: number) {
  next.set(request, Field.wire, next.get(request, Field.wire) | message)
}

function take(next: ModelState, request: number, message: number) {
  next.set(request, Field.wire, next.get(request, Field.wire) & ~message)
}

function sendAndGo(next: ModelState, request: number, message: number, step: number) {
  send(next, request, message)
  next.set(request, Field.step, step)
}

function go(next: ModelState, request: number, step: number) {
  next.set(request, Field.answer, Answer.none)
  next.set(request, Field.step, step)
}

const end = (next: ModelState, request: number) => go(next, request, Step.over)

function work(next: ModelState, request: number, worker: number, message: number) {
  next.set(request, Field.worker, worker)
  send(next, request, message)
}

function rest(next: ModelState, request: number) {
  next.set(request, Field.worker, Worker.idle)
  next.set(request, Field.report, Report.none)
}
