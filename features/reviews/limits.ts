// What a review can have, for how long, and why one is hidden.

export const REVIEW_WORDS_MAX = 2_000
export const REVIEW_NAME_MAX = 60
/** The most photos of a review. */
export const REVIEW_PHOTOS_MAX = 4
/** The most bytes of a photo as a buyer's browser sends it. */
export const REVIEW_PHOTO_MAX_BYTES = 8 * 2 ** 20
/** What a buyer's browser sends: it decodes other photos itself. */
export const REVIEW_PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** For how many days after it was written a review can be changed. */
export const REVIEW_EDIT_DAYS = 30
/** For how many days after the email a piece can be reviewed. */
export const REVIEW_LINK_DAYS = 180
/** After how many days a review that waits for the seller is shown without her. */
export const REVIEW_WAIT_DAYS = 7

/** Why a seller hides a review. How good a review is, is no reason. */
export const HIDING_REASONS = ['abusive', 'private', 'off_topic', 'unlawful', 'spam', 'not_buyer'] as const
