/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  import: { label: 'Import', words: 'move in from etsy shopify woocommerce csv file upload' },
} as const
