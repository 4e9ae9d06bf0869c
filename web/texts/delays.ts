// Texts on an order that ships later than promised, for its buyer.
import type { Voiced } from '#contract/voice.ts'

export const DELAY = {
  title: 'Ships later than promised',
  days: (was: string, now: string) => `It was due to ship by ${was}; it will now ship by ${now}.`,
  silent: 'If you want to wait, there is nothing to do. You can ask for your money back until it ships.',
  asked: (day: string) =>
    `Do you want to wait? Please answer by ${day}. Without an answer, you get all of your money back.`,
  agreed: 'You agreed to wait. You can still ask for your money back until it ships.',
  refundWanted: {
    I: 'You asked for your money back. I’ll email you when I have refunded it.',
    we: 'You asked for your money back. We’ll email you when we have refunded it.',
  } satisfies Voiced,
  wait: 'I’ll wait',
  refund: 'I want my money back',
  sure: (number: number) => `Ask for all of your money back for order ${number}? Then it will not be shipped.`,
}

/** On the pages that the links in the email open. */
export const DELAY_LINK = {
  wait: {
    title: 'Wait for your order',
    lead: 'One press, and the seller knows that you will wait for the new day.',
    done: (number: number, day: string) => `Thank you! Order ${number} will ship by ${day}.`,
  },
  refund: {
    title: 'Get your money back',
    lead: 'One press, and the seller knows that you want your money back. Your order will not be shipped.',
    done: {
      I: (number: number) => `Done. I’ll email you when I have refunded order ${number}.`,
      we: (number: number) => `Done. We’ll email you when we have refunded order ${number}.`,
    },
  },
}
