import {
  Answer,
  Attempt,
  Field,
  linesOf,
  Message,
  type ModelState,
  Order,
  Report,
  Square,
  Step,
  Worker,
} from './state.ts'

/** Ways in which the design could have been wrong; each must be caught. */
export type Flaws = Partial<
  Record<
    | 'chargeAtOnce'
    | 'captureBeforeCommit'
    | 'commitUnchecked'
    | 'noOrderLock'
    | 'lateStock'
    | 'checkLinesApart'
    | 'takeOneLine'
    | 'sendBeforeReserve'
    | 'giveUpOnCapture'
    | 'trustBrowser',
    boolean
  >
>

/** The name of a transition, and of the call of the real code that it stands for, if there is one. */
export type MoveName =
  | 'die'
  | 'start'
  | 'reserve'
  | 'send'
  | 'retry'
  | 'time out'
  | 'read the answer'
  | 'record the refusal'
  | 'commit'
  | 'send the capture'
  | 'read the capture'
  | 'leave the capture'
  | 'record the payment'
  | 'lose a message'
  | 'deliver a message'
  | 'let the hold expire'
  | 'believe the browser'
  | 'abandon'
  | 'ask to cancel'
  | 'ask to capture'
  | 'ask for the status'
  | 'give up the capture'
  | 'stop working'
  | 'record the void'
  | 'record the loss'
  | 'ignore the report'

/** A transition that is possible now. Faults are chosen less often than steps of the plan. */
export type Move = {
  name: MoveName
  request: number
  isFault: boolean
  /** The message to Square that arrives or is lost, what Square decides on a new payment, and whether the answer arrives. */
  delivery?: Delivery
  happen(state: ModelState): void
}
type Delivery = { message: number; outcome: number | undefined; isAnswered: boolean }

type Happen = Move['happen']
const step = (request: number, name: MoveName, happen: Happen): Move => ({ name, request, isFault: false, happen })
const fault = (request: number, name: MoveName, happen: Happen): Move => ({ name, request, isFault: true, happen })

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
        moves.push(
          step(0, 'believe the browser', (next) => next.setOrder(order, Order.paid, next.currentAttempt(order))),
        )
  return moves
}

// --- the payment request

function requestMoves(state: ModelState, request: number, flaws: Flaws): Move[] {
  const at = state.get(request, Field.step)
  switch (at) {
    case Step.over:
      return []
    case Step.idle:
      return [step(request, 'start', (next) => start(next, request, flaws))]
    case Step.reserve:
      return [dies(request), step(request, 'reserve', (next) => reserve(next, request, flaws))]
    case Step.send:
      return [dies(request), step(request, 'send', (next) => sendAndGo(next, request, Message.create, Step.await))]
    case Step.await:
      return [dies(request), ...awaitAuthorization(state, request, flaws)]
    case Step.commit:
      return [dies(request), step(request, 'commit', (next) => commit(next, request, flaws))]
    case Step.capture:
      return [
        dies(request),
        step(request, 'send the capture', (next) =>
          sendAndGo(next, request, Message.completeByRequest, Step.awaitCapture),
        ),
      ]
    case Step.awaitCapture:
      return [dies(request), ...awaitCapture(state, request)]
    default:
      return [dies(request), step(request, 'record the payment', (next) => recordAndEnd(next, request))]
  }
}

/** kill -9 */
const dies = (request: number) => fault(request, 'die', (next) => end(next, request))

function awaitCapture(state: ModelState, request: number): Move[] {
  // After an error or no answer, recovery finishes.
  const leave = fault(request, 'leave the capture', (next) => end(next, request))
  if (state.get(request, Field.answer) !== Answer.captured) return [leave]
  return [step(request, 'read the capture', (next) => go(next, request, Step.record)), leave]
}

function start(next: ModelState, request: number, flaws: Flaws) {
  if (flaws.sendBeforeReserve) send(next, request, Message.create)
  next.set(request, Field.step, Step.reserve)
}

/** T1: the order, the stock and the coupon are taken and the attempt recorded, all or nothing. */
function reserve(next: ModelState, request: number, flaws: Flaws) {
  const order = next.orderOf(request)
  const isFree = flaws.noOrderLock ? next.orderState(order) !== Order.paid : next.orderState(order) === Order.unpaid
  const hasStock = flaws.lateStock || hasStockFor(next, order, flaws)
  const hasCoupon = !next.scenario.coupon || next.couponIsFree()
  if (!isFree || !hasStock || !hasCoupon) return end(next, request)
  if (!flaws.lateStock) takeStock(next, order, flaws)
  if (next.scenario.coupon) next.coupon = request
  next.setOrder(order, Order.paying, request)
  next.set(request, Field.attempt, Attempt.authorising)
  next.set(request, Field.step, flaws.sendBeforeReserve ? Step.await : Step.send)
}

/** Whether there is enough of each product for all lines of the order together. */
function hasStockFor(next: ModelState, order: number, flaws: Flaws) {
  const lines = linesOf(next.scenario, order)
  const wantedQty = (product: number) => (flaws.checkLinesApart ? 1 : lines.filter((other) => other === product).length)
  return lines.every((product) => next.stockOf(product) >= wantedQty(product))
}

function takeStock(next: ModelState, order: number, flaws: Flaws) {
  const lines = linesOf(next.scenario, order)
  for (const product of flaws.takeOneLine ? new Set(lines) : lines) next.moveStock(product, -1)
}

function awaitAuthorization(state: ModelState, request: number, flaws: Flaws): Move[] {
  const answer = state.get(request, Field.answer)
  const moves = [fault(request, 'time out', (next) => giveUp(next, request, Attempt.abandoning, flaws))] // T-abandon
  if (answer === Answer.approved)
    moves.push(
      step(request, 'read the answer', (next) => {
        if (flaws.captureBeforeCommit) send(next, request, Message.completeByRequest)
        go(next, request, Step.commit)
      }),
    )
  if (answer === Answer.refused)
    moves.push(step(request, 'record the refusal', (next) => giveUp(next, request, Attempt.declined, flaws)))
  if (!state.get(request, Field.retried))
    moves.push(
      fault(request, 'retry', (next) => {
        next.set(request, Field.retried, 1)
        send(next, request, Message.create)
      }),
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
  if (flaws.lateStock) takeStock(next, order, flaws)
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
    moves.push(fault(request, 'lose a message', (next) => take(next, request, message)))
    const isFirst = message === Message.create && state.get(request, Field.square) === Square.none
    const outcomes = isFirst ? [flaws.chargeAtOnce ? Square.completed : Square.approved, Square.declined] : [undefined]
    for (const outcome of outcomes)
      for (const isAnswered of [true, false]) moves.push(delivery(request, { message, outcome, isAnswered }))
  }
  if (state.get(request, Field.square) === Square.approved)
    moves.push(fault(request, 'let the hold expire', (next) => next.set(request, Field.square, Square.canceled)))
  return moves
}

const delivery = (request: number, delivery: Delivery): Move => ({
  ...(delivery.isAnswered ? step : fault)(request, 'deliver a message', (next) => deliver(next, request, delivery)),
  delivery,
})

function deliver(next: ModelState, request: number, { message, outcome, isAnswered }: Delivery) {
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
  if (worker !== Worker.idle) moves.push(fault(request, 'stop working', (next) => rest(next, request)))
  if (worker === Worker.idle && attempt === Attempt.authorising)
    moves.push(fault(request, 'abandon', (next) => undo(next, request, Attempt.abandoning, flaws)))
  if (worker === Worker.idle && attempt === Attempt.abandoning)
    moves.push(step(request, 'ask to cancel', (next) => work(next, request, Worker.cancelling, Message.cancelByKey)))
  if (worker === Worker.idle && attempt === Attempt.capturing) {
    if (flaws.giveUpOnCapture)
      moves.push(step(request, 'give up the capture', (next) => undo(next, request, Attempt.voided, flaws)))
    moves.push(
      step(request, 'ask for the status', (next) => work(next, request, Worker.asking, Message.get)),
      step(request, 'ask to capture', (next) => work(next, request, Worker.completing, Message.completeByWorker)),
    )
  }
  if (worker !== Worker.idle && state.get(request, Field.report) !== Report.none)
    moves.push(reactionTo(state, request, flaws))
  return moves
}

/** What the worker does about Square's answer. Each step of the shop checks that the attempt is where it expects it. */
function reactionTo(state: ModelState, request: number, flaws: Flaws): Move {
  const worker = state.get(request, Field.worker)
  const report = state.get(request, Field.report)
  const react = (name: MoveName, happen: Happen) =>
    step(request, name, (next) => {
      rest(next, request)
      happen(next)
    })
  if (worker === Worker.cancelling && report === Report.canceled)
    return react('record the void', (next) => {
      if (next.get(request, Field.attempt) === Attempt.abandoning) next.set(request, Field.attempt, Attempt.voided)
    })
  if (worker !== Worker.cancelling && report === Report.completed)
    return react('record the payment', (next) => recordPaid(next, request))
  if (worker === Worker.asking && report === Report.gone)
    return react('record the loss', (next) => {
      if (next.get(request, Field.attempt) === Attempt.capturing) undo(next, request, Attempt.voided, flaws)
    })
  return react('ignore the report', () => {})
}

/**
 * What recovery does once Square answers at once: finishes every attempt. Messages under way are lost, and holds that no
 * attempt waits for expire.
 */
export function recoverAll(state: ModelState) {
  for (let request = 0; request < state.scenario.requests.length; request++) {
    end(state, request)
    rest(state, request)
    state.set(request, Field.wire, 0)
    if (state.get(request, Field.attempt) === Attempt.authorising) undo(state, request, Attempt.abandoning, {})
    if (state.get(request, Field.attempt) === Attempt.abandoning) {
      state.set(request, Field.square, effectOf(Message.cancelByKey, state.get(request, Field.square)))
      state.set(request, Field.attempt, Attempt.voided)
    }
    if (state.get(request, Field.attempt) === Attempt.capturing) {
      state.set(request, Field.square, effectOf(Message.completeByWorker, state.get(request, Field.square)))
      if (state.get(request, Field.square) === Square.completed) recordPaid(state, request)
      else undo(state, request, Attempt.voided, {})
    }
    if (state.get(request, Field.square) === Square.approved) state.set(request, Field.square, Square.canceled)
  }
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
  if (!flaws.lateStock) for (const product of linesOf(next.scenario, order)) next.moveStock(product, 1)
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
