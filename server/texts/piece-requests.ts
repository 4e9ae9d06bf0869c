// What the server says about requests for a piece.

export const PIECE_REQUESTS = {
  sent: 'Look into your mail: your request counts once you press the link in it.',
  chooseFirst: 'Choose one first: its choices come back one by one.',
  available: 'This piece can be bought right now.',
  linkGone: 'This link no longer works. Ask again on the page of the piece.',
  ended: 'Done. You will get no more emails about pieces that are back.',
  answered: 'This request has been answered already.',
} as const
