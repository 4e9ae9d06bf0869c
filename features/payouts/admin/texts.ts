// Texts of payouts, payment problems and disputes.
import { counted } from '#web/texts/admin.ts'

export const MONEY_CHECK = {
  title: 'Payouts',
  about: 'Check what reached your bank. The shop compares it with your orders every six hours.',
  month: 'Month',
  check: 'Check now',
  unanswered: 'The card service does not answer right now. This is what the shop knew before.',
  refused:
    'The card service does not let the shop read payouts. Allow PAYOUTS_READ for the access token in Square’s developer dashboard to compare them.',
  neverRead: 'Payouts have not been read yet. The first time takes a minute.',
  readAt: (moment: string) => `Last checked ${moment}`,
  differences: 'What differs',
  agrees: 'Everything adds up: nothing needs your attention.',
  seeAll: 'See all payment problems',
  days: 'Day by day',
  nothing: 'No money moved through the card service in this month.',
  day: 'Day',
  columns: {
    orders: 'Orders',
    taken: 'Taken',
    refunded: 'Refunded',
    fees: 'Fees',
    disputed: 'Disputes',
    left: 'Left',
    paidOut: 'Paid out',
  },
  state: 'State',
  total: 'Total',
  differs: (count: number) => counted(count, 'difference'),
  adds: 'Adds up',
  toCome: (amount: string) => `${amount} to come`,
  feesToCome: (count: number) => `${counted(count, 'fee')} to come`,
  elsewhere: (amount: string) =>
    `The payouts of this month also have ${amount} that is not from orders of this shop, such as sales at a market.`,
} as const

export const PAYOUTS = {
  heading: 'Sent to your bank',
  none: 'No payouts in this month.',
  made: 'Made',
  amount: 'Amount',
  arrives: 'At the bank',
  status: 'Status',
  statuses: { sent: 'On its way', paid: 'Paid', failed: 'Returned by the bank' },
  reference: 'On the bank statement',
  title: (day: string) => `Payout of ${day}`,
  back: 'Payouts',
  transferFee: (amount: string) => `${amount} of it is the fee of the transfer.`,
  unread: 'Press Check now on Payouts to read the rest of its entries.',
  addsUp: 'Its entries add up to its amount.',
  addsUpTo: (sum: string) => `Its entries add up to ${sum}.`,
  entries: 'Entries',
  about: 'About',
  ofOrder: 'Order',
  when: 'When',
  gross: 'Amount',
  fee: 'Fee',
  net: 'Adds',
  order: (number: number) => `Order ${number}`,
  notOurs: 'Not from this shop',
  /** What the card service calls them; others are shown as it writes them. */
  kinds: {
    CHARGE: 'Payment',
    REFUND: 'Refund',
    OPEN_DISPUTE: 'Held for a dispute',
    DISPUTE: 'Dispute',
    FEE: 'Fee',
    DEPOSIT_FEE: 'Fee of a transfer',
    ADJUSTMENT: 'Adjustment',
    RETURNED_PAYOUT: 'Returned payout',
  } as Record<string, string>,
} as const

export const DISPUTE = {
  title: 'A buyer’s bank disputes this payment',
  states: {
    inquiry: (amount: string, day: string | null) =>
      `The bank asks about ${amount}. Answer in the dashboard of the card service${day ? ` by ${day}` : ''}, or refund the order if the buyer is right.`,
    inquiry_answered: (amount: string) => `The bank has your answer about ${amount}. There is nothing to do now.`,
    open: (amount: string, day: string | null) =>
      `The bank claims ${amount} back. Answer in the dashboard of the card service${day ? ` by ${day}` : ''}, with the tracking number and what you wrote to the buyer. The order cannot be refunded meanwhile.`,
    answered: (amount: string) =>
      `The bank has your answer about ${amount} and decides. The order cannot be refunded meanwhile.`,
    lost: (amount: string) =>
      `The bank took back ${amount}, which counts as refunded. Restock the products below if you still have them or get them back.`,
    accepted: (amount: string) =>
      `You accepted the dispute, so ${amount} went back and counts as refunded. Restock the products below if you still have them or get them back.`,
    won: () => null,
    withdrawn: () => null,
  },
} as const

export const DISCREPANCIES = {
  heading: 'Payment problems',
  about: 'Payments and messages that need you. Do what each one says, then close it with a note.',
  tabs: 'Which problems',
  open: 'Open',
  closed: 'Closed',
  noneOpen: 'Nothing needs your attention.',
  noneClosed: 'Nothing has been closed yet.',
  since: (day: string) => `Since ${day}`,
  order: (number: number) => `Order ${number}`,
  payout: 'Payout',
  actions: {
    ask_again: 'Ask again',
    record_refund: 'Record the refund',
    repeat_refund: 'Send the refund again',
  },
  actionNamed: (action: string, title: string) => `${action}: ${title}`,
  /** After a step that did not close it. */
  settled: {
    ask_again: 'The card service still says nothing about a fee.',
    record_refund: 'The card service has not decided about this refund yet. Try again later.',
    repeat_refund: 'The refund was sent. This closes by itself once a payout has it.',
  },
  reference: 'Reference',
  note: 'What you found or did',
  close: 'Close',
  closeNamed: (title: string) => `Close: ${title}`,
  closedBy: (name: string, day: string) => `Closed by ${name}, ${day}`,
}
