// The addresses by which programs find the shop and its products.

/** All products in RSS 2.0 with the elements of Google, which Meta and Pinterest read, too. */
export const GOOGLE_FEED_PATH = '/feeds/google.xml'

/** The newest products, in Atom. */
export const NEW_FEED_PATH = '/feeds/new.atom'

/** What the shop is, for language models. */
export const LLMS_PATH = '/llms.txt'

/** The profile of the shop in the Universal Commerce Protocol. */
export const UCP_PROFILE_PATH = '/.well-known/ucp'

/** The root of its calls. */
export const UCP_PATH = '/ucp'

/** The key by which search engines know that pings of changes come from the shop. */
export const INDEXNOW_KEY_PATH = '/indexnow-key.txt'
