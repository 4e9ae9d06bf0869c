// Texts of the hearts on pieces, and of the page with the wish list.

import { WISH_LINK } from './link-texts.ts'

export const HEART = {
  label: (name: string) => `Keep ${name} on your wish list`,
  added: 'Kept on your ',
  removed: 'Taken off your ',
  list: 'wish list',
  full: (most: number) => `Your wish list has the newest ${most} pieces. The oldest one has made room on your `,
  notStored: 'This browser stores nothing, so it can’t keep a wish list.',
}

export const WISHES = {
  title: WISH_LINK.label,
  description: 'The pieces you have kept.',
  empty: 'No pieces yet',
  emptyLead: 'Press the heart on a piece to keep it here.',
  count: (count: number) => (count === 1 ? '1 piece' : `${count} pieces`),
  gone: (count: number) => (count === 1 ? '1 more is not in the shop now.' : `${count} more are not in the shop now.`),
  onThisDevice: 'Kept in this browser.',
  signIn: 'Sign in to see it on your other devices',
  makeAnother: 'Make me another',
  tellWhenBack: 'Email me when it’s back',
  more: 'Show more',
  failed: 'Your wish list could not be loaded.',
  tryAgain: 'Try again',
  noScripts: 'Your wish list is kept in your browser, and needs JavaScript to be shown.',
}
