/** The most characters of a buyer's reason, and of the seller's answer. */
export const RETURN_WORDS_MAX = 1_000

/** The most characters of the name of who withdraws. */
export const NAME_MAX = 100

/** The most days of a return policy. */
export const MOST_RETURN_DAYS = 365
