// Limits that scripts without schemas share with the server.

/** The most products of a wish list. */
export const MOST_WISHES = 200

/** The most products that are read at once. */
export const MOST_PIECES_AT_ONCE = 24
