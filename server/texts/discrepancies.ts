import { formatDollars } from '#contract/money.ts'

export const DISCREPANCY_CLOSED = 'This discrepancy is already closed.'

/** What is told of a discrepancy: a heading, what happened, and what to do. */
type Words = { title: string; happened: string; advice: string }

/** What there is to know about a discrepancy: its kind, and the facts that were kept with it. */
type Facts = { kind: string; detail: Record<string, unknown> }

/** A discrepancy in the words of a seller. */
export const wordsOf = ({ kind, detail }: Facts): Words => (isKnown(kind) ? WORDS[kind] : unknownKind)(detail)

const isKnown = (kind: string): kind is DiscrepancyKind => Object.hasOwn(WORDS, kind)

const amount = (cents: unknown) => (typeof cents === 'number' ? formatDollars(cents) : 'An amount')

const day = (moment: unknown) =>
  typeof moment === 'string' && !Number.isNaN(Date.parse(moment))
    ? new Date(moment).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
    : undefined

const unknownKind = (): Words => ({
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
      'Look up the payment in the dashboard of the card service. Refund it there, or send the pieces and keep the money. Then close this with a note.',
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
  disputed: ({ cents, dueAt }) => ({
    title: 'A buyer disputes a payment',
    happened: `The buyer’s bank asks for ${amount(cents)} back. The card service holds that money until the bank decides.`,
    advice: `Answer in the dashboard of the card service${day(dueAt) ? ` by ${day(dueAt)}` : ''}, with the tracking number and what you wrote to the buyer. Do not refund the order as well. Then close this with a note.`,
  }),
  dispute_lost: ({ cents }) => ({
    title: 'A disputed payment was returned to the buyer',
    happened: `The buyer’s bank decided that ${amount(cents)} goes back to the buyer. The card service has taken it from your account; the order still counts as paid.`,
    advice:
      'If the pieces have not left yet, keep them. Note what you decided, and close this. A refund of this order would give the money back twice.',
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
} satisfies Record<string, (detail: Record<string, unknown>) => Words>

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
