// Texts of the money check, payouts and disputes.
import { counted } from './admin.ts'

export const MONEY_CHECK = {
  title: 'Money check',
  about:
    'The card payments, refunds, fees and disputes of your orders, beside what the card service paid out to your bank. The shop compares them entry by entry, every six hours.',
  month: 'Month',
  check: 'Check now',
  unanswered: 'The card service does not answer right now. This is what the shop knew before.',
  refused:
    'The card service does not let the shop read payouts. Allow PAYOUTS_READ for the access token in Square’s developer dashboard to compare them.',
  neverRead: 'Payouts have not been read yet. The first time takes a minute.',
  readAt: (moment: string) => `Payouts read ${moment}`,
  differences: 'What differs',
  agrees: 'Everything adds up: nothing needs your attention.',
  seeAll: 'See all discrepancies',
  days: 'Day by day',
  nothing: 'No money moved by card in this month.',
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
  heading: 'Payouts',
  none: 'No payouts in this month.',
  made: 'Made',
  amount: 'Amount',
  arrives: 'At the bank',
  status: 'Status',
  statuses: { sent: 'On its way', paid: 'Paid', failed: 'Returned by the bank' },
  reference: 'On the bank statement',
  title: (day: string) => `Payout of ${day}`,
  back: 'Money check',
  transferFee: (amount: string) => `${amount} of it is the fee of the transfer.`,
  unread: 'Some of its entries have not been read yet.',
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
  toAnswer: (count: number) =>
    count === 1 ? 'A buyer’s bank disputes a payment.' : `Buyers’ banks dispute ${count} payments.`,
  answerBy: (number: number, day: string | null) => `Order ${number}${day ? `: answer by ${day}` : ''}`,
} as const
