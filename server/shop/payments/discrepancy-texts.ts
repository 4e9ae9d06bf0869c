import { formatDollars } from '#contract/money.ts'

export const DISCREPANCY_CLOSED = 'This payment problem is already closed.'

/** Who closed a difference that the money check no longer finds, and with which note. */
export const CLOSED_BY_CHECK = { by: 'the money check', note: 'The difference is gone.' }

/** Who closes what the seller was asked about a dispute, and with which note, by the state that came after. */
export const DISPUTE_NOTES = {
  by: 'the shop',
  inquiry: 'The bank asks again.',
  inquiry_answered: 'The bank has your answer.',
  withdrawn: 'The bank asks no more: the money stays with you.',
  open: 'The bank now claims the money.',
  answered: 'The bank has your answer and decides.',
  won: 'The bank decided for you: the money stays with you.',
  lost: 'The bank decided for the buyer.',
  accepted: 'The dispute was accepted.',
}

/** What the shop can do by itself about a discrepancy. */
type Action = 'ask_again' | 'record_refund' | 'repeat_refund'

/** What is told of a discrepancy: a heading, what happened, what to do, and the step that the shop can do, if any. */
type Words = { title: string; happened: string; advice: string; action: Action | null }

/** What there is to know about a discrepancy: its kind, and the facts that were kept with it. */
type Facts = { kind: string; detail: Record<string, unknown> }

/** A discrepancy in the words of a seller. */
export const wordsOf = ({ kind, detail }: Facts): Words => {
  const words: Omit<Words, 'action'> = (isKnown(kind) ? WORDS[kind] : unknownKind)(detail)
  return { ...words, action: ACTIONS.get(kind) ?? null }
}

const ACTIONS = new Map<string, Action>([
  ['fee_missing', 'ask_again'],
  ['refund_not_known', 'record_refund'],
  ['refund_not_at_service', 'repeat_refund'],
] satisfies [DiscrepancyKind, Action][])

export const DISCREPANCY_ACTIONS = {
  unanswered: 'The card service does not answer clearly right now, so nothing was done. Try again later.',
  isRefunded: 'The card service has refunded as much as the order says, so nothing was sent again.',
}

const isKnown = (kind: string): kind is DiscrepancyKind => Object.hasOwn(WORDS, kind)

const amount = (cents: unknown) => (typeof cents === 'number' ? formatDollars(cents) : 'An amount')

const day = (moment: unknown) =>
  typeof moment === 'string' && !Number.isNaN(Date.parse(moment))
    ? new Date(moment).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
    : undefined

/** ` by Nov 30, 2026`, or nothing without a day. */
const by = (moment: unknown) => {
  const last = day(moment)
  return last ? ` by ${last}` : ''
}

/** ` on Nov 30, 2026`, or nothing without a day. */
const onDay = (moment: unknown) => {
  const on = day(moment)
  return on ? ` on ${on}` : ''
}

/** `$5.00` or `−$5.00`. */
const signedAmount = (cents: unknown) =>
  typeof cents === 'number' && cents < 0 ? `−${formatDollars(-cents)}` : amount(cents)

const unknownKind = () => ({
  title: 'A difference between the shop and the card service',
  happened: 'The shop’s books and the card service’s account differ.',
  advice: 'Look up the reference in the dashboard of the card service, and close this with a note of what you found.',
})

const WORDS = {
  not_cancelled: () => ({
    title: 'A payment could not be canceled',
    happened: 'A payment was abandoned, and the card service refuses to cancel it. The order is not paid here.',
    advice:
      'Look up the order’s payments in the dashboard of the card service. If one of them took money, refund it there. Then close this with a note.',
  }),
  captured_not_taken: () => ({
    title: 'A paid order whose payment is missing',
    happened: 'The order is paid in the shop, but the card service says that it did not take the money.',
    advice:
      'Do not send the package yet. Look up the payment in the dashboard of the card service; if it was canceled there, ask the buyer to order again. Then close this with a note.',
  }),
  taken_not_recorded: ({ cents }) => ({
    title: 'Money was taken for an order that is not paid here',
    happened: `The card service took ${typeof cents === 'number' ? formatDollars(cents) : 'money'} for an order that is not paid in the shop. This can happen after a backup was restored. Until this is closed, the order cannot be paid again.`,
    advice:
      'Look up the payment in the dashboard of the card service. Refund it there, or send the products and keep the money. Then close this with a note.',
  }),
  amount_differs: ({ cents, recorded }) => ({
    title: 'Another amount was taken than the order costs',
    happened: `The card service took ${amount(cents)}, but the order says ${amount(recorded)}.`,
    advice:
      'Look up the payment in the dashboard of the card service and refund the difference if it is too much. Then close this with a note.',
  }),
  payment_unclear: () => ({
    title: 'A payment that the shop cannot match',
    happened:
      'The card service has a payment from this shop, but the shop cannot tell which order it is for. This can happen after a backup was restored: orders that were placed after it are gone.',
    advice:
      'Look up the payment in the dashboard of the card service. Refund it there, or send what was ordered. Then close this with a note.',
  }),
  refunded_elsewhere: ({ cents }) => ({
    title: 'A refund that the shop cannot record',
    happened: `${amount(cents)} was refunded at the card service, which is more than was left of the payment in the shop.`,
    advice:
      'Compare the refunds of this payment in the dashboard of the card service with the order’s timeline. Then close this with a note.',
  }),
  refund_unclear: () => ({
    title: 'A refund that is not confirmed',
    happened: 'A refund was requested, but the card service does not say clearly whether it was made.',
    advice:
      'Look up the payment’s refunds in the dashboard of the card service before you refund again. Then close this with a note.',
  }),
  inquiry: ({ cents, dueAt }) => ({
    title: `A buyer’s bank asks about a payment${by(dueAt)}`,
    happened: `The buyer’s bank asks about ${amount(cents)} before it decides whether to claim the money back. Nothing has been taken.`,
    advice: `Answer in the dashboard of the card service${by(dueAt)}, with the tracking number and what you wrote to the buyer. If the buyer is right, refund the order here: that ends it.`,
  }),
  disputed: ({ cents, dueAt }) => ({
    title: `A buyer disputes a payment: answer${by(dueAt) || ' soon'}`,
    happened: `The buyer’s bank asks for ${amount(cents)} back. The card service holds that money until the bank decides.`,
    advice: `Answer in the dashboard of the card service${by(dueAt)}, with the tracking number and what you wrote to the buyer. The order cannot be refunded meanwhile. This closes by itself once the bank has your answer.`,
  }),
  dispute_lost: ({ cents, isAccepted, isShipped }) => ({
    title: 'A disputed payment was returned to the buyer',
    happened: `${isAccepted ? 'The dispute was accepted' : 'The buyer’s bank decided for the buyer'}, so ${amount(cents)} was taken from your account. The order counts as refunded by that much, and cannot be refunded a second time.`,
    advice: isShipped
      ? 'The order has shipped already. If its products come back, restock them in the order. Then close this with a note.'
      : 'Do not send the package: keep the products, and restock them in the order to sell them again. Then close this with a note.',
  }),
  not_in_payout: ({ cents, day: paidOn }) => ({
    title: 'A payment that was not paid out',
    happened: `${amount(cents)} was paid${onDay(paidOn)}, and later payments have been paid out to your bank, but this one is in no payout.`,
    advice:
      'Look up the payment in the dashboard of the card service: it says whether the money is on hold, and why. This closes by itself once it is paid out.',
  }),
  fee_missing: ({ cents }) => ({
    title: 'A payment without a processing fee',
    happened: `The card service has not said what it charges for a payment of ${amount(cents)}, so the profit of its order is shown too high.`,
    advice: 'Ask again. If the card service really charged nothing, as in a promotion, close this with a note.',
  }),
  fee_differs: ({ cents, recorded }) => ({
    title: 'Another fee was deducted than the payment’s record says',
    happened: `The payout deducts a fee of ${amount(cents)}, but the record of the payment says ${amount(recorded)}.`,
    advice: 'Open the payout to compare. If the card service’s statement explains it, close this with a note.',
  }),
  refund_not_known: ({ cents }) => ({
    title: 'A refund that is not recorded here',
    happened: `${amount(cents)} of this order was refunded at the card service, and taken out of a payout, but the order does not know of it.`,
    advice: 'Record the refund. No money moves: only the order learns of it.',
  }),
  refund_not_at_service: ({ cents, day: madeOn }) => ({
    title: 'A refund that never left your account',
    happened: `The order says that ${amount(cents)} was refunded${onDay(madeOn)}, but no payout since then has it. The buyer may still wait for the money.`,
    advice:
      'Send the refund again. It is the same request as before: if the card service made the refund after all, no money moves a second time.',
  }),
  refund_differs: ({ cents, recorded }) => ({
    title: 'Another amount was refunded than the order says',
    happened: `The card service refunded ${amount(cents)}, but the order says ${amount(recorded)}.`,
    advice: 'Open the order and compare it with the dashboard of the card service. Then close this with a note.',
  }),
  payout_sum: ({ cents, recorded }) => ({
    title: 'A payout that does not add up',
    happened: `The card service paid out ${amount(cents)}, but the entries of that payout add up to ${amount(recorded)}.`,
    advice:
      'Open the payout, compare it with your bank statement, and ask the card service about the difference. Then close this with a note.',
  }),
  payout_failed: ({ cents, day: madeOn }) => ({
    title: 'A payout that your bank returned',
    happened: `Your bank did not take the payout of ${amount(cents)}${onDay(madeOn)}.`,
    advice:
      'Check the bank account in the dashboard of the card service. The money is sent again once the account is right. Then close this with a note.',
  }),
  dispute_money: ({ cents, recorded }) => ({
    title: 'The money of a dispute is not right',
    happened: `Payouts moved ${signedAmount(cents)} for this dispute, but as it stands it should be ${signedAmount(recorded)}.`,
    advice:
      'Look up the dispute in the dashboard of the card service. If its state there explains it, close this with a note.',
  }),
  message_refused: ({ message, isRefused }) => {
    const { name, isForSeller } = new Map(Object.entries(MESSAGES)).get(String(message)) ?? UNNAMED_MESSAGE
    const why = isRefused
      ? `The mail server refused it, usually because ${isForSeller ? 'the shop’s own' : 'the buyer’s'} address does not exist.`
      : 'The mail server did not take it in five days.'
    return {
      title: 'A message could not be delivered',
      happened: `${name} was not delivered. ${why}`,
      advice: isForSeller
        ? 'Check the shop’s email address in Settings. Then close this with a note.'
        : 'Check the email address with the buyer, or reach them another way. Then close this with a note.',
    }
  },
} satisfies Record<string, (detail: Record<string, unknown>) => Omit<Words, 'action'>>

export type DiscrepancyKind = keyof typeof WORDS

/** The messages about orders, by their kind in the outbox. */
const MESSAGES = {
  receipt: { name: 'The receipt', isForSeller: false },
  shipped: { name: 'The shipping notice', isForSeller: false },
  cancelled: { name: 'The message that the order was canceled', isForSeller: false },
  cancel_declined: { name: 'The answer about canceling', isForSeller: false },
  readdressed: { name: 'The message about a new shipping address', isForSeller: false },
  refunded: { name: 'The message about a refund', isForSeller: false },
  delayed: { name: 'The message about a later day', isForSeller: false },
  delay_refund: { name: 'The message to you that a buyer wants the money back', isForSeller: true },
  new_order: { name: 'The message to you about a new order', isForSeller: true },
  cancelled_order: { name: 'The message to you about a canceled order', isForSeller: true },
  cancel_request: { name: 'The message to you that a buyer asks to cancel', isForSeller: true },
}

const UNNAMED_MESSAGE = { name: 'A message', isForSeller: false }

/** The kinds of messages that the seller reads about when they cannot be delivered. */
export type NamedMessage = keyof typeof MESSAGES
