// Texts of the screen on which sellers answer requests for a piece.
import type { Voice } from '#contract/shop-info.ts'

type Prepared = Record<'yes' | 'listed' | 'no', (piece: string, listed: string) => string>

/** Names the listed piece once one is chosen. */
const likeIt = (piece: string, listed: string) =>
  `Thank you for asking about ${piece}. There is one like it now${listed && `: ${listed}`}.`

export const REQUESTS = {
  heading: 'Wishes',
  about:
    'Answer shoppers who ask for another one like it. Those who wait for stock are emailed as soon as you add some.',
  tabs: 'Which wishes',
  lists: { open: 'To answer', waiting: 'Waiting to hear', done: 'Done' },
  none: {
    open: 'No wish waits for an answer.',
    waiting: 'Nobody waits to hear of a product.',
    done: 'Nothing has been answered yet.',
  },
  search: 'Search by product, address or message',
  asks: (name: string | null, email: string) => (name ? `${name}, ${email}` : email),
  askedOn: (day: string) => `Asked on ${day}`,
  noWords: 'No message.',
  states: { told: 'Told', answered: 'Answered', ended: 'Ended by the shopper', waiting: 'Waiting' },
  doneOn: (state: string, day: string) => `${state} on ${day}`,
  answers: 'Answer',
  answer: { yes: 'Yes, I will make one', listed: 'One is listed now', no: 'Sorry, no' },
  prepared: {
    I: {
      yes: (piece) =>
        `Thank you for asking about ${piece}. Yes, I will make one like it, and email you when it is ready.`,
      listed: likeIt,
      no: (piece) => `Thank you for asking about ${piece}. I am sorry, but I will not make another one like it.`,
    },
    we: {
      yes: (piece) =>
        `Thank you for asking about ${piece}. Yes, we will make one like it, and email you when it is ready.`,
      listed: likeIt,
      no: (piece) => `Thank you for asking about ${piece}. We are sorry, but we will not make another one like it.`,
    },
  } satisfies Record<Voice, Prepared> as Record<Voice, Prepared>,
  words: 'Your answer',
  product: 'The product that is listed now',
  choose: 'Choose a product',
  send: 'Send the answer',
  sendNamed: (email: string) => `Send the answer to ${email}`,
  sent: (email: string) => `The answer is on its way to ${email}.`,
}
