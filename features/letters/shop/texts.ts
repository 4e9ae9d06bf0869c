// Texts of the page on which shoppers ask for letters.

export const LETTERS_PAGE = {
  title: 'Letters by email',
  send: 'Send me letters',
  sent: 'Check your email',
  sentTo: (email: string) => `We sent a link to ${email}. Click it to confirm.`,
  off: 'There are no letters at the moment.',
  browse: 'Browse the shop',
}

export const CONFIRM_LETTERS = {
  title: 'Confirm your letters',
  lead: 'Press below, and the next letter comes to you.',
  confirm: 'Yes, send me letters',
}
