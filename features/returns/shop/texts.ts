// Texts of the returns on the page of an order, of the withdrawal, and of the notice on the page of a piece.
import { formatCalendarDay } from '#contract/dates.ts'
import type { Voiced } from '#contract/voice.ts'

export const EXEMPT_NOTICE =
  'With your own answers it is made for you alone: the EU’s 14-day right of withdrawal does not cover it.'

export const ORDER_RETURNS = {
  title: 'Returns',
  open: {
    return: (day: string) => `You can return pieces until ${formatCalendarDay(day)}.`,
    withdrawal: (day: string) =>
      `You can withdraw from this order, or send pieces back, until ${formatCalendarDay(day)}.`,
  },
  ask: 'Return pieces',
  which: 'Which pieces would you like to return?',
  pieces: (name: string) => `How many of ${name}?`,
  exempt: 'Pieces made to your own answers can’t be returned.',
  wish: 'What would you like instead?',
  wishes: { refund: 'My money back', exchange: 'Another piece' },
  reason: 'Why? (optional)',
  postage: { buyer: 'You pay for the way back.', seller: 'The way back costs you nothing.' },
  send: 'Ask for the return',
  keep: 'Keep everything',
  choose: 'Choose at least one piece.',
  asked: {
    return: {
      I: 'You have asked to return this. I’ll answer by email.',
      we: 'You have asked to return this. We’ll answer by email.',
    },
    withdrawal: {
      I: 'Your withdrawal has arrived. Its receipt is in your email, and I’ll write to you about the way back.',
      we: 'Your withdrawal has arrived. Its receipt is in your email, and we’ll write to you about the way back.',
    },
  } satisfies Record<string, Voiced>,
  states: {
    accepted: {
      I: 'Your return is accepted. I’ll refund your money once the pieces are back.',
      we: 'Your return is accepted. We’ll refund your money once the pieces are back.',
    },
    refused: { I: 'I can’t take these pieces back.', we: 'We can’t take these pieces back.' },
    refunded: { I: 'These pieces are refunded.', we: 'These pieces are refunded.' },
    exchanged: {
      I: 'These pieces are exchanged. The email has the link to your new order.',
      we: 'These pieces are exchanged. The email has the link to your new order.',
    },
  } satisfies Record<string, Voiced>,
} as const

export const WITHDRAWAL = {
  title: 'Withdraw from an order',
  lead: 'Buyers in the European Union can withdraw from an order within 14 days after it has arrived, without a reason. Pieces made to your own answers are exempt.',
  part: 'To return only some of the pieces, open your order from its email and choose them there.',
  find: 'Send me the link to my order',
  name: 'Your name',
  order: 'Order number, or the link to your order',
  orderHint: 'It stands in every email about the order.',
  email: 'Email address of the order',
  next: 'Continue',
  review: 'Please check your statement',
  statement: (order: string) => `I withdraw from my contract for order ${order}.`,
  confirm: 'Confirm withdrawal',
  back: 'Change it',
  received: 'Your statement has arrived',
  receivedLead:
    'If the order number and the email address belong together, a receipt with the exact time is on its way to that address.',
  noEmail: {
    I: 'No email within a few minutes? Check the number and the address, or write to me.',
    we: 'No email within a few minutes? Check the number and the address, or write to us.',
  } satisfies Voiced,
  again: 'Check and send again',
  write: 'Send an email',
} as const
