// Texts of the screens on which sellers answer returns, and of their return policy.
import { formatCalendarDay } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'

export const RETURN_LIST = {
  heading: 'Returns',
  about: 'Accept or refuse what buyers want to send back. A return is done once its products are refunded.',
  tabs: 'Which returns',
  lists: { asked: 'To answer', accepted: 'Accepted', done: 'Done', unmatched: 'Unmatched' },
  none: {
    asked: 'No return waits for an answer.',
    accepted: 'Nothing is on its way back.',
    done: 'No return is done yet.',
    unmatched: 'Every withdrawal so far named an order.',
  },
  policy: 'Return policy',
} as const

export const RETURN = {
  title: { return: 'Return', withdrawal: 'Withdrawal (EU)' },
  ofOrder: {
    return: (number: number) => `Return, order ${number}`,
    withdrawal: (number: number) => `Withdrawal (EU), order ${number}`,
  },
  asked: (moment: string) => `Asked for on ${moment}`,
  arrived: (moment: string) => `Arrived on ${moment}`,
  until: (day: string) => `in time until ${formatCalendarDay(day)}`,
  late: (day: string) => `too late: the last day was ${formatCalendarDay(day)}`,
  notArrived: 'the order had not arrived',
  wish: { refund: 'Wants the money back', exchange: 'Wants another product' },
  exempt: 'Made to the buyer’s answers: exempt from withdrawal',
  states: {
    asked: 'To answer',
    accepted: 'Accepted',
    refused: 'Refused',
    refunded: 'Refunded',
    exchanged: 'Exchanged',
  },
  answered: (state: string, moment: string) => `${state} on ${moment}`,
  law: 'Refund a withdrawal within 14 days, with what shipping to the buyer cost. You may wait for the parcel.',
  accept: 'Accept',
  refuse: 'Refuse',
  refuseAfterAll: 'Refuse after all',
  acceptWords: 'How to send it back (optional)',
  acceptHint: 'The email has your address and who pays for the way back.',
  refuseWords: 'Why not?',
  refuseHint: 'The buyer gets it by email.',
  sendAccept: 'Accept and email the buyer',
  sendRefuse: 'Refuse and email the buyer',
  cancel: 'Back',
  refund: 'Refund these products',
  exchange: 'Exchange',
  exchangedFor: (number: number) => `Exchanged for order ${number}`,
  paid: 'paid',
  unpaid: 'not paid yet',
  countsThere: 'What was paid for it counts for that order: refund only the rest here.',
} as const

export const EXCHANGE = {
  title: 'Exchange',
  comesBack: (pieces: string, number: number) => `${pieces} of order ${number} comes back. Choose what the buyer gets.`,
  chosen: 'The buyer gets',
  nothing: 'Choose a product.',
  shipping: 'Shipping, in $',
  shippingHint: 'What the buyer pays for the way. 0 if you pay it.',
  restock: 'Put what comes back into stock now',
  restockHint: 'Or do it later, by Refund on the order.',
  left: (cents: number) =>
    `The buyer has paid ${formatDollars(cents)} more than this. Refund that on the order afterwards.`,
  send: (cents: number) =>
    cents === 0 ? 'Exchange, nothing to pay' : `Exchange, and email the link to pay ${formatDollars(cents)}`,
  toPay: (cents: number) => (cents === 0 ? 'Nothing to pay' : `${formatDollars(cents)} to pay`),
  next: 'Continue',
  done: (number: number) => `Order ${number} is added`,
  linkSent: 'The buyer gets an email with the link to pay.',
  isPaid: 'Nothing is left to pay. It waits to be shipped.',
  open: 'Open the new order',
  refund: (cents: number) => `Refund ${formatDollars(cents)}`,
  notNow: 'This return cannot be exchanged: it is not accepted, or done already.',
  back: 'Back to the return',
} as const

export const UNMATCHED = {
  about:
    'Somebody withdrew from an order that does not have this number and address. Look for the order, and answer by email.',
  typed: (order: string) => `Order as typed: ${order}`,
  find: 'Look for the orders',
  done: 'Done',
  doneNamed: (name: string) => `Take the withdrawal of ${name} off the list`,
} as const

export const RETURN_POLICY = {
  heading: 'Return policy',
  noun: 'policy',
  about:
    'Buyers can ask for a return on the page of their order. Products made to a buyer’s own answers are never included. In the European Union buyers have 14 days by law, whatever you enter.',
  days: 'Days to return after arrival',
  daysHint: '0 means no returns.',
  exchanges: 'Offer exchanges',
  exchangesHint: 'Buyers can ask for another product instead of their money.',
  postage: 'Who pays for the way back?',
  postages: { buyer: 'The buyer', seller: 'You' },
  save: 'Save',
  saved: 'Saved.',
} as const
