// Texts of the pages on which shoppers ask for a piece, and of the links in the emails about it.
import type { Voiced } from '#contract/voice.ts'

export const REQUEST = {
  title: { back: 'Tell me when it is back', sister: 'Ask for a sister piece' },
  lead: {
    back: 'You get one email when this piece can be bought again. It is not set aside for you.',
    sister: {
      I: 'Tell me what you would like, and I’ll answer by email.',
      we: 'Tell us what you would like, and we’ll answer by email.',
    } satisfies Voiced,
  },
  words: 'What would you like?',
  wordsHint: 'Color, size, or by when you need it. You can leave it empty.',
  send: { back: 'Tell me', sister: 'Send the request' },
  backToPiece: 'Back to the piece',
  sent: 'Please look into your mail',
  sentTo: (email: string) => `An email is on its way to ${email}. Press the link in it, and your request counts.`,
  see: (piece: string) => `See ${piece}`,
}

export const CONFIRM_REQUEST = {
  title: 'Confirm your request',
  lead: 'One press, and your request counts.',
  confirm: 'Yes, that was me',
  done: {
    back: (piece: string) => `Done. You get an email when ${piece} can be bought again.`,
    sister: (piece: string) => `Done. Your request for a piece like ${piece} is on the seller’s desk.`,
  },
  available: (piece: string) => `${piece} can be bought right now.`,
}

export const END_REQUESTS = {
  title: 'No more emails',
  lead: 'You will no longer hear when a piece is back.',
  end: 'Stop these emails',
}

export const REQUEST_LINK = {
  incomplete: 'This link is not complete. Copy it whole from the email.',
  browse: 'Browse the shop',
}
