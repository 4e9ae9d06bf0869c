/** The link to the wish list. */
export const WISH_LINK = { to: '/wishes', label: 'Wish list' }
