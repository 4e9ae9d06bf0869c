// Texts of the public pages: header and footer, home, lists, search, contact, and pages that are missing. product.ts has
// those of a product's page.
// Fixed sentences are in contract/texts.ts.

const piecesOf = (count: number) => (count === 1 ? 'piece' : 'pieces')

export const LAYOUT = {
  skip: 'Skip to content',
  main: 'Main',
  notice: 'Notice',
  menu: 'Menu',
  closeMenu: 'Close menu',
  home: 'Home',
  shop: 'Shop',
  contact: 'Contact',
  cart: 'Cart',
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  login: 'Login',
  profile: 'Profile',
  logout: 'Logout',
  browse: 'Browse the shop',
  loading: 'Loading',
}

/** On cart, checkout and account pages, while their scripts have not loaded. */
export const NO_SCRIPTS = {
  text: 'This page needs JavaScript, which is off or has not loaded.',
  tryAgain: 'Try again',
}

export const DEMO_NOTICE = {
  label: 'Demo shop',
  title: 'This is a demo shop.',
  text: 'Payments are simulated: no card is charged, and nothing is sent.',
}

export const FOOTER = {
  shop: 'Shop',
  pages: 'Good to know',
  hello: 'Say hello',
  email: 'Email',
}

export const SEARCH = {
  open: 'Search',
  close: 'Close',
  box: 'Search for',
  submit: 'Search',
  suggestions: 'Suggestions',
  categories: 'Categories',
  collections: 'Collections',
  pieces: 'Pieces',
  all: 'Everything',
  allResults: (keyword: string) => `See all results for “${keyword}”`,
  announcement: (count: number) =>
    count === 0
      ? 'No suggestions'
      : `${count} ${count === 1 ? 'suggestion' : 'suggestions'}. Use the arrow keys to choose.`,
}

export const HOME = {
  carousel: 'carousel',
  play: 'Play',
  pause: 'Pause',
  previous: 'Previous products',
  next: 'Next products',
  all: 'Shop all',
  ask: 'Just ask',
}

export const LIST = {
  categories: 'Categories',
  collections: 'Collections',
  all: 'Everything',
  about: (subject: string, shop: string) => `${subject} at ${shop}.`,
  everyPiece: 'Every piece',
  page: (number: number) => `page ${number}`,
  count: (total: number, of = total) => `${total}${of === total ? '' : ` of ${of}`} ${piecesOf(of)}`,
  sort: 'Sort',
  bestMatch: 'Best match',
  newest: 'Newest',
  recommended: 'Recommended',
  orders: { price: 'Price: low to high', '-price': 'Price: high to low', name: 'Name' },
  soldOut: 'Sold out',
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
}

export const FILTERS = {
  title: 'Filter',
  panel: 'Filters',
  close: 'Close filters',
  set: 'set',
  showPieces: 'Show pieces',
  show: (total: number) => `Show ${total} ${piecesOf(total)}`,
  color: 'Color',
  any: 'Any',
  price: 'Price',
  from: 'From $',
  to: 'To $',
  inStock: 'In stock',
  inStockCount: (count: number) => `In stock (${count})`,
  between: (least: string, most: string) => `${least} to ${most}`,
  atLeast: (least: string) => `From ${least}`,
  atMost: (most: string) => `Up to ${most}`,
  active: 'Active filters',
  remove: (filter: string) => `Remove filter: ${filter}`,
  clear: 'Clear all',
}

export const NOTHING = {
  found: (keyword: string) => `No matches for “${keyword}”`,
  didYouMean: 'Did you mean',
  tryOther: 'Try a shorter or different word, or browse the categories.',
  left: 'No pieces match these filters',
  removeFilters: 'Remove one, or clear them all.',
  clearFilters: 'Clear all filters',
  yet: 'Nothing here yet',
  comeBack: 'Try another category, or check back soon.',
}

export const PHOTOS = {
  of: (name: string) => `Photos of ${name}`,
  enlarge: (shown: string) => `Enlarge: ${shown}`,
  place: (number: number, count: number) => `Photo ${number} of ${count}`,
  photo: 'Photo',
  count: (number: number, count: number) => `${number} of ${count}`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomInOn: (shown: string) => `Zoom in: ${shown}`,
  zoomOutOf: (shown: string) => `Zoom out: ${shown}`,
  previous: 'Previous photo',
  next: 'Next photo',
  close: 'Close',
}

export const CONTACT = {
  title: 'Contact',
  description: (shop: string) => `How to reach ${shop}.`,
  email: 'Email',
}

export const NOT_FOUND = {
  title: 'Not found',
  page: 'We can’t find that page',
  piece: 'We can’t find that piece',
  category: 'We can’t find that category',
  collection: 'We can’t find that collection',
  text: 'It may have moved, or the link may have a typo.',
}

export const DISMISS = 'Dismiss'

export const CANCEL = 'Cancel'
