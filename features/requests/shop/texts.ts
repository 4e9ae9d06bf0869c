// Texts of the pages on which shoppers ask for a piece, and of the links in the emails about it.
import type { Voice } from '#contract/shop-info.ts'
import type { Voiced } from '#contract/voice.ts'

export const REQUEST = {
  title: { back: 'Email me when it’s back', sister: 'Ask for a sister piece' },
  lead: {
    back: 'You get one email when this piece can be bought again. It isn’t reserved for you.',
    sister: {
      I: 'Tell me what you would like, and I’ll answer by email.',
      we: 'Tell us what you would like, and we’ll answer by email.',
    } satisfies Voiced,
  },
  words: 'What would you like?',
  wordsHint: 'Color, size, or by when you need it. You can leave it empty.',
  send: { back: 'Notify me', sister: 'Send the request' },
  backToPiece: 'Back to the piece',
  sent: 'Check your email',
  sentTo: (email: string) => `We sent a link to ${email}. Click it to confirm.`,
  see: (productName: string) => `See ${productName}`,
}

export const CONFIRM_REQUEST = {
  title: 'Confirm your request',
  lead: 'Press below to confirm your request.',
  confirm: 'Yes, that was me',
  done: {
    back: (productName: string) => `Thanks! You get an email when ${productName} can be bought again.`,
    sister: (productName: string, voice: Voice) =>
      `Thanks! ${voice === 'I' ? 'I’ll' : 'We’ll'} get back to you by email about a piece like ${productName}.`,
  },
  available: (productName: string) => `${productName} can be bought right now.`,
}

export const END_REQUESTS = {
  title: 'No more emails',
  lead: 'You will no longer hear when a piece is back.',
  end: 'Stop these emails',
}
