// What the server says about requests for a product.

export const PIECE_REQUESTS = {
  sent: 'Check your email. Click the link we sent to confirm.',
  chooseFirst: 'Choose one first: its choices come back one by one.',
  available: 'This piece can be bought right now.',
  linkGone: 'This link no longer works. Ask again on the page of the piece.',
  ended: 'Done. You will get no more emails about pieces that are back.',
  answered: 'This request has been answered already.',
} as const

/** To the seller. */
export const NEW_REQUEST = {
  subject: (productName: string) => `Someone asks for a product like ${productName}`,
  opening: (email: string, productName: string) => `${email} would like a product like ${productName}.`,
  link: 'Answer the request',
} as const

export const REQUEST_ANSWER = {
  subject: (productName: string) => `A piece like ${productName}`,
  asked: (productName: string) => `The piece you asked about: ${productName}`,
  listed: (productName: string) => `See ${productName}`,
} as const

export const REQUEST_BACK = {
  subject: (productName: string) => `${productName} can be bought again`,
  opening: (productName: string, shop: string) => `You asked: ${productName} can be bought again at ${shop}.`,
  closing: 'It is not set aside. Others who asked get this email, too, and the first to pay gets it.',
  link: 'See the piece',
  end: 'No more emails like this one',
} as const

/** To an address that somebody has typed. */
export const REQUEST_CONFIRM = {
  subject: (productName: string) => `Please confirm: ${productName}`,
  opening: {
    back: (productName: string, shop: string) =>
      `Someone (hopefully you) asked ${shop} to send an email to this address when ${productName} can be bought again.`,
    sister: (productName: string, shop: string) =>
      `Someone (hopefully you) asked ${shop} for a piece like ${productName}, with an answer to this address.`,
  },
  link: 'Yes, that was me',
  closing: 'If it was not you, you can ignore this email: nothing more will come.',
} as const

/** The heading of requests in the file of a person. */
export const PERSON_FILE_TITLE = 'Requests about pieces'

/** Why an action was refused, before "Please try again in …". */
export const RATE_LIMITS = {
  pieceRequest: 'You asked for too many pieces in a short time.',
  requestLink: 'Too many links were tried.',
} as const

/** What is said about something that is not there. */
export const NOT_FOUND = {
  request: 'This request was not found.',
  listedProduct: 'This product was not found, or is not for sale. Choose another.',
} as const
