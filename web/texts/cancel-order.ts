// Texts of buyers who cancel an order, on the order page.

export const CANCEL_ORDER = {
  canceled: 'Canceled',
  isCanceled: 'This order is canceled. Nothing was charged.',
  button: 'Cancel this order',
  sentence: (number: number) => `Cancel order ${number}? You won’t be able to pay for it later. Nothing was charged.`,
  ask: 'Ask to cancel',
  asking: 'Changed your mind? Ask to cancel before it ships.',
  reason: 'Why would you like to cancel?',
  reasonMissing: 'Say why, in a sentence.',
  send: 'Send',
  keep: 'Keep the order',
  states: {
    open: 'You asked to cancel this order. You will get an email with the answer.',
    declined: 'You asked to cancel this order, and it could not be canceled.',
    accepted: 'You asked to cancel this order, and it is canceled.',
    late: 'You asked to cancel this order, but it was already on its way.',
  },
}
