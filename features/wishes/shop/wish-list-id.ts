/** The id of the place of the wish list on its page, by which its script finds it. */
export const WISH_LIST = 'wish-list'
