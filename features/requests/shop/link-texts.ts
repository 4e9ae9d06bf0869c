// Texts of the links by which shoppers come to a request.

export const REQUEST_LINKS = {
  soldForGood: 'This piece is sold. Would you like one like it?',
  askForAnother: 'Ask for a sister piece',
  soldOut: 'Sold out for now.',
  tellWhenBack: 'Email me when it’s back',
  tellIfItStays: 'Tell me if it stays',
}
