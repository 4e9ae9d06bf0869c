// The state of the model: a few bytes, so that a million states fit into memory.
// Request k is one payment request and makes attempt k. See docs/checkout.md for what the states mean.

export const Attempt = {
  none: 0,
  authorising: 1,
  capturing: 2,
  captured: 3,
  declined: 4,
  abandoning: 5,
  voided: 6,
} as const
export const Order = { unpaid: 0, paying: 1, capturing: 2, paid: 3 } as const
export const Square = { none: 0, approved: 1, completed: 2, canceled: 3, declined: 4 } as const

/** Where the request that serves a request stands. */
export const Step = {
  idle: 0,
  reserve: 1,
  send: 2,
  await: 3,
  commit: 4,
  capture: 5,
  awaitCapture: 6,
  record: 7,
  over: 8,
} as const

/** What the recovery worker is doing about an attempt. */
export const Worker = { idle: 0, cancelling: 1, completing: 2, asking: 3 } as const

/** Messages on their way to Square, as bits: any number of them, in any order, may arrive late or never. */
export const Message = {
  create: 1,
  completeByRequest: 2,
  completeByWorker: 4,
  cancelByKey: 8,
  cancelById: 16,
  get: 32,
} as const

/** What Square's answer says, to the request and to the worker. */
export const Answer = { none: 0, approved: 1, refused: 2, captured: 3, error: 4 } as const
export const Report = { none: 0, canceled: 1, completed: 2, gone: 3, approved: 4, error: 5 } as const

/** The bytes of one request. */
export const Field = { step: 0, retried: 1, attempt: 2, square: 3, wire: 4, answer: 5, worker: 6, report: 7 } as const
const FIELDS = 8
const NOBODY = 255

/**
 * `stock` is that of each product, `lines` the products of each order: a line of one unit each. Without `lines` every
 * order is for one unit of the first product.
 */
export type Scenario = {
  requests: readonly number[]
  orders: number
  stock: readonly number[]
  lines?: readonly (readonly number[])[]
  coupon?: boolean
}

/** The products of an order's lines. */
export const linesOf = ({ lines }: Scenario, order: number): readonly number[] => lines?.[order] ?? [0]

/** A state of a scenario, with its bytes by name. Writing goes to a copy: a state that was seen never changes. */
export class ModelState {
  readonly bytes: Uint8Array
  readonly scenario: Scenario

  constructor(scenario: Scenario, bytes?: Uint8Array) {
    this.scenario = scenario
    this.bytes = bytes ?? ModelState.#first(scenario)
  }

  static #first({ requests, orders, stock }: Scenario) {
    const bytes = new Uint8Array(requests.length * FIELDS + orders * 2 + stock.length + 1)
    for (let order = 0; order < orders; order++) bytes[requests.length * FIELDS + order * 2 + 1] = NOBODY
    bytes.set(stock, bytes.length - 1 - stock.length)
    bytes[bytes.length - 1] = NOBODY
    return bytes
  }

  copy = () => new ModelState(this.scenario, this.bytes.slice())
  key = () => String.fromCharCode(...this.bytes)

  get = (request: number, field: number) => this.bytes[request * FIELDS + field] as number
  set(request: number, field: number, value: number) {
    this.bytes[request * FIELDS + field] = value
  }

  orderOf = (request: number) => this.scenario.requests[request] as number
  #orderAt = (order: number) => this.scenario.requests.length * FIELDS + order * 2
  orderState = (order: number) => this.bytes[this.#orderAt(order)] as number
  currentAttempt = (order: number) => this.bytes[this.#orderAt(order) + 1] as number
  setOrder(order: number, state: number, attempt: number = NOBODY) {
    this.bytes[this.#orderAt(order)] = state
    this.bytes[this.#orderAt(order) + 1] = attempt
  }

  #stockAt = (product: number) => this.bytes.length - 1 - this.scenario.stock.length + product
  stockOf = (product: number) => this.bytes[this.#stockAt(product)] as number
  moveStock(product: number, delta: number) {
    this.bytes[this.#stockAt(product)] = this.stockOf(product) + delta
  }
  get coupon() {
    return this.bytes[this.bytes.length - 1] as number
  }
  set coupon(attempt: number) {
    this.bytes[this.bytes.length - 1] = attempt
  }
  couponIsFree = () => this.coupon === NOBODY
  freeCoupon() {
    this.coupon = NOBODY
  }
}
