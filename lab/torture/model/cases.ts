import type { Scenario } from './state.ts'
import type { Flaws } from './transitions.ts'

/** Small enough to visit every interleaving. Each number is a payment request, on that order. */
export const CASES: Record<string, Scenario> = {
  'three lines of one product, three of it': { requests: [0], orders: 1, stock: [3], lines: [[0, 0, 0]] },
  'three lines of one product, two of it': { requests: [0], orders: 1, stock: [2], lines: [[0, 0, 0]] },
  'one order in two tabs, two pieces': { requests: [0, 0], orders: 1, stock: [2] },
  'one piece, two shoppers': { requests: [0, 1], orders: 2, stock: [1] },
  'three lines of one product and a line of another, three and one of them': {
    requests: [0, 1],
    orders: 2,
    stock: [3, 1],
    lines: [
      [0, 0, 0],
      [0, 1],
    ],
  },
  'a one-time coupon, two shoppers, two pieces': { requests: [0, 1], orders: 2, stock: [2], coupon: true },
}

/** Too large for that: random lives. */
export const CROWDS: Record<string, Scenario> = {
  'five shoppers, one piece': { requests: [0, 1, 2, 3, 4], orders: 5, stock: [1] },
  'two orders in three tabs each, one piece': { requests: [0, 0, 0, 1, 1, 1], orders: 2, stock: [1] },
  'five orders of several lines, two choices of one product': {
    requests: [0, 1, 2, 3, 4],
    orders: 5,
    stock: [4, 2],
    lines: [[0, 0, 0], [0, 1], [1, 1, 1], [1, 0], [0]],
  },
  'four orders in two tabs each, two pieces, a one-time coupon': {
    requests: [0, 0, 1, 1, 2, 2, 3, 3],
    orders: 4,
    stock: [2],
    coupon: true,
  },
}

/** Designs that are wrong, by what is wrong with them. The model must find the fault in each. */
export const FLAWED_DESIGNS: Record<string, Flaws> = {
  'charge at once, record afterwards': { chargeAtOnce: true },
  'capture before the commitment is recorded': { captureBeforeCommit: true },
  'commit without checking that the attempt is still live': { commitUnchecked: true },
  'no lock on the order: a second tab may start an attempt': { noOrderLock: true },
  'take stock at the commitment, without a check': { lateStock: true },
  'check the stock for each line of an order apart': { checkLinesApart: true },
  'take a product once, however many lines of the order have it': { takeOneLine: true },
  'send before the attempt is recorded, and charge at once': { sendBeforeReserve: true, chargeAtOnce: true },
  'give up on a capture without asking Square': { giveUpOnCapture: true },
  'believe the browser that says paid': { trustBrowser: true },
}
