// Texts of the page on which buyers write reviews.
import type { Voice } from '#contract/shop-info.ts'
import type { HidingReason } from '../written-reviews.ts'

export const WRITE_REVIEWS = {
  title: { one: 'How do you like your piece?', many: 'How do you like your pieces?' },
  lead: 'A few words help others who look for something made by hand.',
  stars: 'Your stars',
  starWords: ['Not good', 'Could be better', 'Good', 'Very good', 'Love it'],
  starsOf: (stars: number, word: string) => `${stars} of 5 stars: ${word}`,
  words: 'Your words',
  wordsHint: 'How it looks, feels or works. You can leave it empty.',
  addPhotos: 'Add photos',
  addPhotosOf: (piece: string) => `Add photos of ${piece}`,
  photoHint: (most: number) => `Up to ${most}. Where they were taken is removed.`,
  photo: (at: number, piece: string) => `Photo ${at} of ${piece}`,
  removePhoto: (at: number, piece: string) => `Remove photo ${at} of ${piece}`,
  sending: (count: number) => (count === 1 ? 'Sending a photo…' : `Sending ${count} photos…`),
  unreadable: (file: string) =>
    `This browser cannot open ${file}. Take a screenshot of it, or save it as JPEG, and add that.`,
  name: 'Name to show',
  nameHint: 'Your first name is enough.',
  publish: { one: 'Publish my review', many: 'Publish my reviews', again: 'Save my changes' },
  chooseStars: 'Choose stars for at least one piece.',
  done: 'Thank you! Your review is in the shop now.',
  waits: (voice: Voice, days: number) =>
    `Thank you! ${voice === 'I' ? 'I look' : 'We look'} at it first. It is in the shop within ${days} days.`,
  see: (piece: string) => `See ${piece}`,
  edit: (days: number) => `You can change it with this link for ${days} days.`,
  closed: 'This review can no longer be changed.',
  hidden: {
    abusive: 'The shop does not show this review, because of its language.',
    private: 'The shop does not show this review, because it has private details.',
    off_topic: 'The shop does not show this review, because it is not about the piece.',
    unlawful: 'The shop does not show this review, because it is against the law.',
    spam: 'The shop does not show this review, because it advertises something.',
    not_buyer: 'The shop does not show this review, because it is not by the buyer.',
  } satisfies Record<HidingReason, string>,
  waiting: 'This review waits for the shop.',
} as const
