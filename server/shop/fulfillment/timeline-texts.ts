// The sentences of an order's timeline, which its seller reads. Amounts are texts such as $5.00.

const PAID_BY = {
  cash: (amount: string) => `Paid ${amount} in cash`,
  other: (amount: string) => `Paid ${amount} without a card`,
  gift: (amount: string) => `Gift worth ${amount}`,
}

type ManualPayment = { how: keyof typeof PAID_BY; amount: string; by: string | undefined; note: string | null }

const REFUND_STATES = {
  requested: 'requested; the card service has not answered yet',
  pending: 'on its way back to the card',
  completed: 'completed',
  failed: 'refused by the card service, so nothing was refunded',
}

type RefundState = keyof typeof REFUND_STATES

const RESTOCK_TEXTS: Record<RefundState, (units: string) => string> = {
  requested: () => '',
  pending: (units) =>
    units ? ` To be restocked when it has arrived: ${units}.` : ' The products will be restocked when it has arrived.',
  completed: (units) => (units ? ` Restocked: ${units}.` : ' The products are restocked.'),
  failed: () => '',
}

/** Who made a refund: somebody of the shop, the seller in the card service's dashboard, or nobody that is known. */
type RefundedBy = { by: string | undefined; isFromDashboard: boolean }

/** The units of a refund, such as `2 × Pen`, and the seller's reason; empty for all units of the order. */
type Parts = { refundedUnits: string; restockedUnits: string; reason: string | null }

type Refund = RefundedBy & Parts & { amount: string; state: RefundState; isByCard: boolean; restock: boolean }

type Tracking = { carrier: string | null; trackingNumber: string | null }

type DelayFacts = { was: string; now: string; by: string | undefined; words: string }

const MESSAGES = {
  receipt: 'Receipt',
  shipped: 'Shipping email',
  ready: 'Email that it is ready',
  cancelled: 'Cancellation email',
  cancel_declined: 'Answer about canceling',
  delayed: 'Email about the delay',
}

const MAIL_STATES = {
  sent: 'sent',
  waiting: 'is waiting to be sent',
  failed: 'could not be delivered',
  unsent: 'was not sent',
  unaddressed: 'was not sent: the shop has no address of the buyer any more',
}

/** Messages of which the timeline tells. An order has one of each but for delays. */
export type ToldMessage = keyof typeof MESSAGES
export const TOLD_MESSAGES = ['receipt', 'shipped', 'cancelled', 'cancel_declined'] as const

const by = (name: string | undefined) => (name ? `, by ${name}` : '')
const author = ({ by: name, isFromDashboard }: RefundedBy) =>
  isFromDashboard ? ', made in the dashboard of the card service' : by(name)

export const TIMELINE = {
  /** For packers, who see no amounts. */
  notToPack: (units: string) => (units ? `Refunded, do not pack: ${units}.` : 'The seller refunded an amount.'),
  placed: (buyer: string) => `Placed by ${buyer}.`,
  added: (buyer: string, admin: string) => `Added for ${buyer} by ${admin}.`,
  handedOver: 'Handed over.',
  claimed: (buyer: string) => `Placed without an account, and added to the account of ${buyer}.`,
  repriced: (total: string) => `Updated to today’s prices: ${total} in total.`,
  paid: (amount: string, card: string | null, isDemo: boolean) =>
    `Paid ${amount}${card ? ` with ${card}` : ''}.${isDemo ? ' This was a demo payment: no money moved.' : ''}`,
  recorded: ({ how, amount, by: name, note }: ManualPayment) =>
    `${PAID_BY[how](amount)}${name ? `, recorded by ${name}` : ''}.${note ? ` Note: ${note}` : ''}`,
  declined: (code: string | null) =>
    code && code !== 'GENERIC_DECLINE'
      ? `Card declined: ${code.toLowerCase().replaceAll('_', ' ')}.`
      : 'Card declined by the bank.',
  voided: 'A payment was canceled. No money was taken.',
  /** `content` are the pieces of a parcel that has not all of them. */
  shipped: ({ carrier, trackingNumber }: Tracking, content: string | null) =>
    `Shipped${content ? ` ${content}` : ''}${carrier ? ` with ${carrier}` : ''}${trackingNumber ? `, tracking number ${trackingNumber}` : ''}.`,
  nothingElseShips: 'Marked as shipped: nothing else is to be shipped.',
  ready: 'Ready to collect.',
  collected: 'Collected.',
  erased: {
    all: 'The buyer’s data was erased.',
    addressStays: (day: string | null) =>
      `The buyer’s data was erased. Name and address stay for the parcel until ${day ?? '30 days after it is shipped'}.`,
  },
  readdressed: (name: string | undefined, former: string) =>
    `The shipping address was changed${by(name)}.${former ? ` Before: ${former}` : ''}`,
  canceledUnpaid: (buyer: string) => `Canceled by ${buyer} before it was paid.`,
  asksToCancel: (buyer: string, reason: string) => `${buyer} asked to cancel${reason ? `: ${reason}` : '.'}`,
  cancelDeclined: (name: string | undefined, answer: string) => `Canceling was declined${by(name)}: ${answer}`,
  delayed: ({ was, now, by: name, words }: DelayFacts) =>
    `Ships by ${now} instead of ${was}${by(name)}.${words ? ` To the buyer: ${words}` : ''}`,
  answered: { wait: 'The buyer agreed to wait.', refund: 'The buyer wants the money back.' },
  noted: (by: string, text: string) => `${by}: ${text}`,
  mailed: (message: ToldMessage, state: keyof typeof MAIL_STATES) => `${MESSAGES[message]} ${MAIL_STATES[state]}.`,
  restocked: (name: string | undefined, units: string) =>
    units ? `Restocked${by(name)}: ${units}.` : `The products were restocked${by(name)}.`,
  canceled: (who: RefundedBy, restock: boolean, restockedUnits: string) =>
    `Canceled${author(who)}.${restock ? RESTOCK_TEXTS.completed(restockedUnits) : ''}`,
  refunded: ({ amount, state, isByCard, restock, refundedUnits, restockedUnits, reason, ...who }: Refund) =>
    `Refund of ${amount}${author(who)}: ${isByCard ? REFUND_STATES[state] : 'returned without a card'}.${refundedUnits && ` For ${refundedUnits}.`}${restock ? RESTOCK_TEXTS[state](restockedUnits) : ''}${reason ? ` Reason: ${reason}` : ''}`,
  disputed: (amount: string) => `The buyer’s bank asked about ${amount}.`,
  disputeLost: (amount: string) => `The buyer’s bank took back ${amount}.`,
  /** Where a dispute stands by now; nothing where the seller has to act, as the order itself says so. */
  disputeSteps: {
    inquiry: null,
    inquiry_answered: 'The bank has the shop’s answer.',
    withdrawn: 'The bank asks no more: the money stays with the shop.',
    open: null,
    answered: 'The bank has the shop’s answer and decides.',
    won: 'The bank decided for the shop: the money stays.',
    lost: 'The bank decided for the buyer.',
    accepted: 'The shop accepted the dispute.',
  },
} as const
