// Texts of buyers who cancel an order, on the order page.

export const CANCEL_ORDER = {
  canceled: 'Canceled',
  isCanceled: 'This order is canceled. Nothing was charged.',
  button: 'Cancel this order',
  sentence: (number: number) => `Cancel order ${number}? It cannot be paid any more. Nothing was charged.`,
  ask: 'Ask to cancel',
  asking: 'Not shipped yet? Ask to cancel this order and get your money back.',
  askingFree: 'Not shipped yet? Ask to cancel this order.',
  reason: 'Why?',
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
