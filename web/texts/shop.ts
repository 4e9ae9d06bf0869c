// Texts that all public pages share. catalog.ts has those of home, lists and pages that are missing, product.ts those of
// a product's page, contact.ts those of the contact page.
// Fixed sentences are in contract/texts.ts.

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
  findOrders: 'Find my orders',
  categories: 'Categories',
}

/** On cart, checkout and account pages, while their scripts have not loaded. */
export const NO_SCRIPTS = {
  text: 'This page needs JavaScript, which is off or has not loaded.',
  tryAgain: 'Try again',
  cart: 'The cart needs JavaScript, which is off or has not loaded. You can order this piece without it.',
  order: 'Order without JavaScript',
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
}

export const DISMISS = 'Dismiss'

export const CANCEL = 'Cancel'
