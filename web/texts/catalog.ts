// Texts of home, lists, searches, and pages that are missing.

const piecesOf = (count: number) => (count === 1 ? 'piece' : 'pieces')

/** How many there are, and whether there are more. */
type Counted = { total: number; more?: true | undefined }
const counted = ({ total, more }: Counted) => (more ? `${total.toLocaleString('en-US')}+` : String(total))

export const HOME = {
  carousel: 'carousel',
  trust: 'Shipping and returns',
  play: 'Play',
  pause: 'Pause',
  previous: 'Previous pieces',
  next: 'Next pieces',
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
  count: (shown: Counted, of = shown) =>
    `${counted(shown)}${counted(of) === counted(shown) ? '' : ` of ${counted(of)}`} ${piecesOf(of.total)}`,
  sort: 'Sort',
  bestMatch: 'Best match',
  newest: 'Newest',
  recommended: 'Recommended',
  orders: { price: 'Price: low to high', '-price': 'Price: high to low', name: 'Name' },
  soldOut: 'Sold out',
  more: 'Show more',
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
  show: (shown: Counted) => `Show ${counted(shown)} ${piecesOf(shown.total)}`,
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

/** Above what a search finds with fewer words. */
export const FEWER_WORDS = {
  none: (keyword: string) => `No piece matches ${/\s/.test(keyword) ? 'all of ' : ''}“${keyword}”.`,
  these: 'These match',
}

export const NOT_FOUND = {
  title: 'Not found',
  page: 'We can’t find that page',
  piece: 'We can’t find that piece',
  category: 'We can’t find that category',
  collection: 'We can’t find that collection',
  text: 'It may have moved, or the link may have a typo.',
}
