import type { PaymentSetup } from '#contract/payments.ts'
import type { paymentAttempts } from '../db/payment-schema.ts'
import type { Refusal } from './square-errors.ts'

/** What is asked of the card service, the same on every try: cents, the attempt's key, and the order it is for. */
export type Charge = { key: string; cents: number; orderId: string }

/** What to charge: a single-use token from the browser, and a line for the seller's dashboard. */
export type Card = { sourceId: string; note: string }

export type HeldPayment = { id: string; cardBrand: string | null; cardLast4: string | null }

/** How a request to hold the money ended. Only `approved` and `completed` carry the figures that were asked for. */
export type Authorisation =
  | { outcome: 'approved' | 'completed'; payment: HeldPayment }
  | { outcome: 'refused'; refusal: Refusal; code: string }
  | { outcome: 'mismatched'; paymentId: string }
  | { outcome: 'unknown'; code: string; answered: boolean }

/** Where a payment stands. `gone`: cancelled or failed for good. `unknown`: no answer, or not one to act upon. */
export type PaymentStatus = 'approved' | 'completed' | 'gone' | 'unknown'

export type Cancellation = 'cancelled' | 'refused' | 'unknown'

/** A payment in the card service's own records. */
export type ListedPayment = {
  id: string
  status: PaymentStatus
  cents: number
  refundedCents: number
  refundIds: string[]
  orderId: string | null
  note: string | null
  updatedAt: Date
}

/** A refund in the card service's own records, whoever asked for it. */
export type ListedRefund = {
  id: string
  paymentId: string
  cents: number
  state: 'pending' | 'completed' | 'failed' | 'unknown'
  createdAt: Date
}

/** A buyer's bank asks for the money of a payment back. `dueAt`: until when the seller can answer. */
export type Dispute = {
  id: string
  paymentId: string
  cents: number
  reason: string | null
  standing: 'open' | 'won' | 'lost'
  dueAt: string | null
}

/** How much is to be given back of which payment. */
export type RefundFigures = { cents: number; paymentId: string }

/** What is asked of the card service for a refund, the same on every try. */
export type WantedRefund = RefundFigures & { key: string }

/** How a refund stands. `refused`: nothing is given back. `unknown`: no answer, or not one to act upon. */
export type RefundAnswer =
  | { outcome: 'completed' | 'pending' | 'mismatched'; refundId: string }
  | { outcome: 'refused' }
  | { outcome: 'unknown' }

/** How payments are taken: with money, in Square's sandbox, or by the simulator of the demo. */
export type PaymentMode = (typeof paymentAttempts.$inferSelect)['mode']

/** The mode of that card service. */
export function modeOf({ setup }: Pick<Gateway, 'setup'>): PaymentMode {
  if (setup.provider === 'simulator') return 'simulated'
  return setup.isSandbox ? 'sandbox' : 'live'
}

/** The card service as the checkout sees it. Every call ends within seconds, and none throws. */
export type Gateway = {
  setup: PaymentSetup
  /** False while the card service does not answer: then no new payment is begun. */
  isReachable(): boolean
  /** Holds the money without taking it. */
  authorise(charge: Charge, card: Card): Promise<Authorisation>
  /** Takes the held money. True only for a clear yes; after anything else, `find` decides. */
  capture(paymentId: string, charge: Charge): Promise<boolean>
  /** With a charge, a payment that differs from it is `unknown`. */
  find(paymentId: string, charge?: Charge): Promise<PaymentStatus>
  cancel(paymentId: string): Promise<Cancellation>
  /** Cancels whatever came of the key; `cancelled` also when nothing did. */
  cancelByKey(key: string): Promise<Cancellation>
  /** All payments made in that time, the oldest first; undefined when not every page could be read. */
  list(from: Date, until: Date): Promise<ListedPayment[] | undefined>
  /** One payment as the list has it; undefined without an answer. */
  payment(paymentId: string): Promise<ListedPayment | undefined>
  /** All refunds made in that time, the oldest first; undefined when not every page could be read. */
  listRefunds(from: Date, until: Date): Promise<ListedRefund[] | undefined>
  /** One refund as the list has it; undefined without an answer. */
  recordedRefund(refundId: string): Promise<ListedRefund | undefined>
  /** All disputes; undefined when not every page could be read, or may not be by this access token. */
  listDisputes(): Promise<Dispute[] | undefined>
  refund(wanted: WantedRefund): Promise<RefundAnswer>
  findRefund(refundId: string, figures: RefundFigures): Promise<RefundAnswer>
  close(): Promise<void>
}
