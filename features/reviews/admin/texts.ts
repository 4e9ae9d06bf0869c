// Texts of the screen on which sellers read, answer and hide reviews.
import type { HeldFor } from '../contract.ts'
import type { HidingReason } from '../written-reviews.ts'

export const REVIEW_LIST = {
  heading: 'Reviews',
  about: 'Answer what buyers say. Hide a review only for a reason below; a low rating is none.',
  tabs: 'Which reviews',
  lists: { all: 'All', waiting: 'To look at', hidden: 'Hidden' },
  counted: (word: string, count: number) => (count > 0 ? `${word} (${count.toLocaleString('en-US')})` : word),
  none: {
    all: 'No reviews yet. Buyers write them by the link in the email that asks them.',
    waiting: 'No review waits for you.',
    hidden: 'No review is hidden.',
  },
  search: 'Search by product, name, words or order',
  order: (number: number) => `Order ${number}`,
  written: (day: string) => `Written on ${day}`,
  noWords: 'No words.',
  states: { waiting: 'To look at', hidden: 'Hidden' },
  heldFor: {
    link: 'It seems to have a link.',
    contact: 'It seems to have a way to reach somebody.',
    language: 'It seems to have strong language.',
  } satisfies Record<HeldFor, string>,
  showsOn: (day: string) => `Shows by itself on ${day}.`,
  hiddenFor: (reason: string) => `Hidden: ${reason.toLowerCase()}.`,
  yourAnswer: 'Your answer',
  answer: 'Answer',
  editAnswer: 'Edit answer',
  saveAnswer: 'Save answer',
  show: 'Show it',
  showAgain: 'Show again',
  hide: 'Hide',
  reason: 'Why?',
  chooseReason: 'Choose a reason',
  hideNow: 'Hide the review',
  cancel: 'Cancel',
  reasons: {
    abusive: 'Abusive',
    private: 'Private details',
    off_topic: 'Not about the product',
    unlawful: 'Against the law',
    spam: 'Spam',
    not_buyer: 'Not by the buyer',
  } satisfies Record<HidingReason, string>,
  by: (action: string, name: string) => `${action}: review by ${name}`,
  photo: (name: string) => `Photo by ${name}`,
} as const

export const ASKING = {
  heading: 'Ask for reviews',
  on: (days: number) => `Buyers get one email ${days === 1 ? 'a day' : `${days} days`} after their order came.`,
  off: 'Off. No buyer is asked.',
  change: 'Change',
  turnOn: 'Set up',
  isOn: 'Email buyers once and ask for a review',
  isOnHint: 'Not about what was refunded or sold at a stall. Orders that came before you switch it on are left out.',
  days: 'Days after the order came',
  daysHint: 'A parcel counts as come when its promised days have passed, or a week after you shipped it.',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Saved.',
} as const
