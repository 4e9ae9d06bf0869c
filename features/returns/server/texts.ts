// What the server says about returns and withdrawals.
import type { Voiced } from '#contract/voice.ts'

const ending = (words: string) => (words ? `: ${words}` : '.')

export const RETURNS = {
  isOpen: 'You have asked to return pieces of this order already.',
  tooLate: 'These pieces can no longer be returned.',
  noExchange: 'Exchanges are not offered.',
  notReturnable: 'Some of these pieces cannot be returned. Reload the page and choose again.',
  answered: 'This return has been answered already.',
  closed: 'It is off the list.',
  notAccepted: 'Accept the return first.',
  exchanged: (number: number) => `This return was exchanged for order ${number} already.`,
  exchangeNote: (number: number) => `Exchange for products of order ${number}`,
  notFound: 'There is no such return.',
} as const

/** To the seller. */
export const RETURN_ASKED = {
  subject: {
    return: (number: number) => `A return is asked for: order ${number}`,
    withdrawal: (number: number) => `A withdrawal from order ${number}`,
  },
  opening: {
    return: (buyer: string, number: number) => `${buyer} would like to return products of order ${number}:`,
    withdrawal: (buyer: string, number: number) => `${buyer} withdraws from order ${number}, within the EU’s right:`,
  },
  link: 'Answer it',
} as const

export const WITHDRAWAL_RECEIPT = {
  subject: (number: number) => `Your withdrawal from order ${number} has arrived`,
  opening: (number: number, shop: string, moment: string) =>
    `Your statement of withdrawal from order ${number} arrived at ${shop} on ${moment}.`,
  covers: (pieces: string) => `It covers: ${pieces}.`,
  confirms: {
    I: 'This email confirms that it has arrived, not yet that it is accepted. I’ll write to you about the way back and your money.',
    we: 'This email confirms that it has arrived, not yet that it is accepted. We’ll write to you about the way back and your money.',
  } satisfies Voiced,
} as const

export const RETURN_ACCEPTED = {
  subject: (number: number) => `Your return is accepted: order ${number}`,
  opening: (pieces: string) => `You can send back: ${pieces}.`,
  sendTo: (address: string) => `Send the parcel to: ${address}`,
  postage: { buyer: 'You pay for the way back.', seller: 'The way back costs you nothing.' },
  withinDays: 'Please send it within 14 days after your withdrawal.',
  refund: {
    I: 'I’ll refund your money once the pieces are back.',
    we: 'We’ll refund your money once the pieces are back.',
  } satisfies Voiced,
  link: 'See your order',
} as const

export const RETURN_REFUSED = {
  subject: (number: number) => `About your return: order ${number}`,
  opening: (number: number, shop: string) => `${shop} cannot take back the pieces of order ${number}:`,
} as const

export const RETURN_EXCHANGED = {
  subject: (number: number) => `Your exchange: order ${number}`,
  opening: (pieces: string, number: number) => `You get in exchange for ${pieces}: order ${number}.`,
  toPay: (total: string) => `What you have paid for the returned pieces counts. ${total} is left to pay.`,
  paid: 'Nothing is left to pay.',
  link: 'See the new order',
  pay: 'Pay the difference',
} as const

/** On the timeline of an order. */
export const RETURN_EVENTS = {
  asked: {
    refund: (buyer: string, pieces: string, reason: string) => `${buyer} asked to return ${pieces}${ending(reason)}`,
    exchange: (buyer: string, pieces: string, reason: string) =>
      `${buyer} asked to exchange ${pieces}${ending(reason)}`,
    withdrawal: (buyer: string, pieces: string, reason: string) =>
      `${buyer} withdrew from the purchase of ${pieces}${ending(reason)}`,
  },
  answered: {
    accepted: (name: string | null, answer: string) =>
      `The return was accepted${name ? ` by ${name}` : ''}${ending(answer)}`,
    refused: (name: string | null, answer: string) =>
      `The return was refused${name ? ` by ${name}` : ''}${ending(answer)}`,
  },
} as const

export const WITHDRAW_LINK = 'Withdraw'

/** The headings in the file of a person. */
export const PERSON_FILE = {
  returns: 'Returns of pieces',
  return_items: 'Pieces of the returns',
  unmatched_withdrawals: 'Withdrawals that named no order',
} as const

/** Why an action was refused, before "Please try again in …". */
export const RATE_LIMITS = {
  withdrawal: 'Too many withdrawals were sent.',
  returnRequest: 'You asked too often.',
} as const
