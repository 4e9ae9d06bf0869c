/** Characters of a reason to cancel an order, and of its answer, at most. */
export const CANCEL_WORDS_MAX = 500
