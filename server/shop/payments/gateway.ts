import type { PaymentSetup } from '#contract/payments.ts'
import type { disputes, paymentAttempts } from '#server/shop/schema/payments.ts'
import type { payoutEntries, payouts } from '#server/shop/schema/payouts.ts'
import type { Refusal } from './square-errors.ts'

/** A charge, the same on every retry: the idempotency key of the attempt, the amount in cents and the order. */
export type Charge = { key: string; cents: number; orderId: string }

/** The card or wallet to charge: a single-use token from the browser, and a note for the card service's dashboard. */
export type Card = { sourceId: string; note: string }

/** A hold. Of a payment by Cash App or Afterpay, `cardBrand` is that name, and there are no last digits. */
export type HeldPayment = { id: string; cardBrand: string | null; cardLast4: string | null }

/** The outcome of an authorization. Only `approved` and `completed` match the charge in every figure. */
export type Authorization =
  | { outcome: 'approved' | 'completed'; payment: HeldPayment }
  | { outcome: 'refused'; refusal: Refusal; code: string }
  | { outcome: 'mismatched'; paymentId: string }
  | { outcome: 'unknown'; code: string; answered: boolean }

/** The status of a payment. `gone`: canceled or failed for good. `unknown`: no answer, or an answer to ignore. */
export type PaymentStatus = 'approved' | 'completed' | 'gone' | 'unknown'

export type Cancellation = 'cancelled' | 'refused' | 'unknown'

/** A payment as the card service has it on record. Amounts are in cents. */
export type ListedPayment = {
  id: string
  status: PaymentStatus
  cents: number
  refundedCents: number
  /** The fee of the card service; null while it has not reported one. */
  feeCents: number | null
  refundIds: string[]
  orderId: string | null
  note: string | null
  updatedAt: Date
}

/** A refund as the card service has it on record, requested by the shop or made in the dashboard. */
export type ListedRefund = {
  id: string
  paymentId: string
  cents: number
  /** What the card service charges for it, or returns of its fee for the payment (negative); null without any. */
  feeCents: number | null
  state: 'pending' | 'completed' | 'failed' | 'unknown'
  createdAt: Date
}

/** A dispute: a buyer's bank claims a payment back. The seller can respond until `dueAt`. */
export type Dispute = {
  id: string
  paymentId: string
  cents: number
  reason: string | null
  state: (typeof disputes.$inferSelect)['state']
  dueAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** A payout as the card service has it on record. Amounts are in cents. */
export type ListedPayout = Omit<typeof payouts.$inferSelect, 'mode' | 'entriesReadAt'>

/** Some lines of a payout, and where the next ones begin; without `next` they are the last. */
export type EntryPage = { entries: PayoutEntry[]; next: string | undefined }
export type PayoutEntry = typeof payoutEntries.$inferSelect

/** The payouts of a period, `refused` when the access token may not read them, or nothing without an answer. */
export type PayoutList = ListedPayout[] | 'refused' | undefined

/** The amount of a refund in cents, and its payment. */
export type RefundFigures = { cents: number; paymentId: string }

/** A refund request, the same on every retry. */
export type WantedRefund = RefundFigures & { key: string }

/** The outcome of a refund. `refused`: no money goes back. `unknown`: no answer, or an answer to ignore. */
export type RefundAnswer =
  | { outcome: 'completed' | 'pending' | 'mismatched'; refundId: string }
  | { outcome: 'refused' }
  | { outcome: 'unknown' }

/** How payments are made: with real money, in Square's sandbox, or by the demo's simulator. */
export type PaymentMode = (typeof paymentAttempts.$inferSelect)['mode']

/** The payment mode of a gateway. */
export function modeOf({ setup }: Pick<Gateway, 'setup'>): PaymentMode {
  if (setup.provider === 'simulator') return 'simulated'
  return setup.isSandbox ? 'sandbox' : 'live'
}

/**
 * The location of the configuration, and why it cannot take the shop's payments. `name` is undefined without an answer;
 * `isRefused` when the card service refuses the access token or does not know the location.
 */
export type Location = { name: string | undefined; problem: string | null; isRefused: boolean }

/**
 * The locations of the card account, each with why it cannot take the shop's payments; `refused` when the card service
 * refuses the access token, or nothing without an answer.
 */
export type LocationList = { id: string; name: string; problem: string | null }[] | 'refused' | undefined

/** The card service. Every call ends within seconds and never throws. */
export type Gateway = {
  setup: PaymentSetup
  /** False while the circuit breaker is open: then the shop starts no new payment. */
  isReachable(): boolean
  /** Asks for the location that takes the payments. */
  location(): Promise<Location>
  /** Places a hold on the card without capturing it. */
  authorize(charge: Charge, card: Card): Promise<Authorization>
  /** Captures the hold. True only when the capture is certain; otherwise ask `find`. */
  capture(paymentId: string, charge: Charge): Promise<boolean>
  /** The status of a payment; `unknown` when it differs from the charge, if one is given. */
  find(paymentId: string, charge?: Charge): Promise<PaymentStatus>
  cancel(paymentId: string): Promise<Cancellation>
  /** Cancels the payment made with that idempotency key; `cancelled` also when there is none. */
  cancelByKey(key: string): Promise<Cancellation>
  /** All payments created in that time, oldest first; undefined when a page could not be read. */
  list(from: Date, until: Date): Promise<ListedPayment[] | undefined>
  /** The payment with that id, as in `list`; undefined without an answer. */
  payment(paymentId: string): Promise<ListedPayment | undefined>
  /** Whether the card service says that it has no payment with that id; false without an answer. */
  isMissing(paymentId: string): Promise<boolean>
  /** All refunds created in that time, oldest first; undefined when a page could not be read. */
  listRefunds(from: Date, until: Date): Promise<ListedRefund[] | undefined>
  /** The refund with that id, as in `listRefunds`; undefined without an answer. */
  recordedRefund(refundId: string): Promise<ListedRefund | undefined>
  /** All disputes; undefined when a page could not be read, or the access token may not read them. */
  listDisputes(): Promise<Dispute[] | undefined>
  /** All payouts created in that time, oldest first. */
  listPayouts(from: Date, until: Date): Promise<PayoutList>
  /** A page of the entries of a payout, from the beginning or from `next` of another page; undefined without an answer. */
  payoutEntries(payoutId: string, next?: string): Promise<EntryPage | undefined>
  refund(wanted: WantedRefund): Promise<RefundAnswer>
  findRefund(refundId: string, figures: RefundFigures): Promise<RefundAnswer>
  close(): Promise<void>
}
