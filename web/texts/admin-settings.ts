// Texts of the settings.
import { counted } from './admin.ts'

export const SETTINGS = {
  heading: 'Settings',
  about: 'Changes appear in the shop as soon as you save.',
  noun: 'setting',
  list: 'All settings',
  draft: 'Not saved yet',
  save: 'Save',
  saved: 'Saved. Your shop shows it now.',
  discard: 'Discard changes',
  confirmDiscard: (fields: string) => `Discard what you typed? This goes back to what was saved: ${fields}.`,
  allSaved: 'Everything is saved.',
  notSaved: (fields: string) => `Not saved yet: ${fields}`,
  andMore: (fields: string, more: number) => `${fields} and ${more} more`,
  lookAgain: 'Please check the marked fields.',
  changedByBoth: (fields: string) =>
    `These settings were changed in another window (${fields}). Your version is still here: check it and save again.`,
  enterNumber: 'Enter a number.',
}

export const SHOP_SETTINGS = {
  title: 'Shop',
  about: 'The name is shown in the header, page titles and emails.',
  name: 'Name',
  tagline: 'Tagline',
  taglineHint: 'One sentence, for the footer and for search engines.',
  footerText: 'In the footer',
  footerTextHint: 'One sentence after the tagline, such as where you make and ship.',
  voice: 'The shop speaks as',
  voiceHint: 'In emails and on pages. Sentences that you have not changed follow.',
}

export const HOME_SETTINGS = {
  title: 'Home page',
  about: 'Change the photo and the headline at the top under Design.',
  storyTitle: 'Heading of your story',
  story: 'Story',
  storyHint: 'Leave a blank line between paragraphs. A paragraph with prices is highlighted.',
  customText: 'Custom work',
  customTextHint:
    'Below your story, such as: Want it in another color? “Just ask” follows, with a link. Blank for none.',
  categoriesTitle: 'Heading of the categories',
  newestTitle: 'Heading of the newest products',
  featuredTitle: 'Heading of the featured products',
}

export const WORDS_SETTINGS = {
  title: 'Search and cart',
  about: 'Small sentences in the tone of your shop.',
  searchTitle: 'Heading of the search',
  searchHint: 'In the empty search box',
  searchHintHint: 'Such as: Bowls, cups, blue. Blank for none.',
  cartEmpty: 'In the empty cart',
}

export const SHIP_DAY_SETTINGS = {
  title: 'Days to ship',
  about: 'What shoppers read before and after they buy. Promise only what you can hold.',
  shipDays: 'Business days until you ship',
  shipDaysHint:
    'Such as 2, or 1-3. On product pages, in the cart, after the payment and in receipts. Blank to promise none.',
  restsOnHolidays: 'Do not count federal holidays',
  restsOnHolidaysHint: 'Such as Thanksgiving and Labor Day. The mail rests on them, too.',
}

export const RETURN_SETTINGS = {
  title: 'Returns and thanks',
  about: 'What shoppers read before and after they buy.',
  returnsText: 'Questions and returns',
  returnsTextHint: 'On product pages. “Email me” becomes a link. Blank for none.',
  thanks: 'Thank-you',
  thanksHint: 'At the end of packing slips and receipts. Blank for none.',
}

export const LINK_SETTINGS = {
  title: 'Contact',
  about: 'How shoppers reach you. What you leave blank is not shown.',
  contactText: 'On the contact page',
  contactTextHint: 'What you can be asked, and how soon you answer.',
  email: 'Email',
  postalAddress: 'Postal address',
  postalAddressHint:
    'In lines, as on a letter. On packing slips, below emails and in new pages such as Terms. Blank for none.',
  orderMails: 'Email me about orders',
  orderMailsHint: 'New paid orders, cancellations, and payments that need your attention.',
  socialUrl: 'Social page',
  photosUrl: 'Photo page',
  linkExample: 'instagram.com/yourshop',
  captionHint: 'On the contact page. Blank for none.',
  socialText: 'Below the social page',
  photosText: 'Below the photo page',
}

export const MONEY_SETTINGS = {
  tax: 'Tax, in percent',
  shippingOne: 'Shipping for one, in $',
  shippingMore: 'For more than one, in $',
  wrap: 'Gift wrap',
  wrapAbout: 'For a whole order. Leave it blank if you do not wrap gifts.',
  wrapPrice: 'Gift wrap, in $',
  percentMissing: 'Enter a percentage, such as 5.5.',
  amountMissing: (example: string) => `Enter an amount, such as ${example}.`,
}

export const STOCK_SETTINGS = {
  title: 'Stock',
  about: 'Choose when to be warned that a product runs low. Only you see it.',
  lowStock: 'Low-stock level',
  countMissing: 'Enter a whole number, such as 3.',
}

export const EARNINGS_SETTINGS = {
  title: 'Fees and pay',
  about: 'Enter what a sale costs you. Products and Earnings then show what is left for you. Only you see it.',
  hourlyPay: 'Your hourly wage, in $',
  hourlyPayHint: 'Such as 20. Blank for none.',
  card: 'Card payments',
  cardRate: 'Of a payment, in percent',
  cardFixed: 'For each payment, in $',
  marketplace: 'To compare with',
  market: 'Marketplace',
  listing: 'For each product sold, in $',
  transactionRate: 'Of price and shipping, in percent',
  processingRate: 'Of a payment, in percent',
  processingFixed: 'For each payment, in $',
  adsRate: 'Of a sale through an ad, in percent',
  adsMost: 'An ad costs at most, in $',
  lookedUp: 'Looked up on',
  source: 'Where',
  figures: 'The figures',
  figuresAbout: (day: string) => `as of ${day}`,
  restore: 'Back to the published figures',
  lookAgain: 'Check the fees.',
}

export const TIME_ZONE_SETTINGS = {
  title: 'Time zone',
  about: 'Used for dates in the shop, coupon end dates and sales figures.',
  timeZone: 'Time zone',
  others: 'Others',
}

export const TIME_OFF_SETTINGS = {
  title: 'Time off',
  about:
    'Going on vacation or to a market? Enter your days away. Shoppers can still look around and pay for earlier orders.',
  from: 'First day away',
  to: 'Last day away',
  text: 'What shoppers read above every page',
  textHint: 'One sentence. The day on which you are back is added.',
  orders: 'Orders',
  choices: { stop: 'Stop orders until I am back', later: 'Take orders, and ship them when I am back' },
  preview: 'Preview',
  now: (day: string) => `You are away until ${day}.`,
  planned: (from: string, to: string) => `Planned from ${from} to ${to}.`,
  cancel: 'Cancel time off',
  reopen: 'End time off now',
  canceled: 'Your shop is open as usual.',
}

/** The names of the settings within a sentence, in the order of their screens. */
export const SETTING_NAMES = {
  name: SHOP_SETTINGS.name,
  tagline: SHOP_SETTINGS.tagline,
  footerText: SHOP_SETTINGS.footerText,
  voice: SHOP_SETTINGS.voice,
  storyTitle: HOME_SETTINGS.storyTitle,
  story: HOME_SETTINGS.story,
  customText: HOME_SETTINGS.customText,
  categoriesTitle: HOME_SETTINGS.categoriesTitle,
  featuredTitle: HOME_SETTINGS.featuredTitle,
  newestTitle: HOME_SETTINGS.newestTitle,
  searchTitle: WORDS_SETTINGS.searchTitle,
  searchHint: WORDS_SETTINGS.searchHint,
  cartEmpty: WORDS_SETTINGS.cartEmpty,
  shipDays: SHIP_DAY_SETTINGS.shipDays,
  restsOnHolidays: SHIP_DAY_SETTINGS.restsOnHolidays,
  returnsText: RETURN_SETTINGS.returnsText,
  thanks: RETURN_SETTINGS.thanks,
  contactText: LINK_SETTINGS.contactText,
  email: LINK_SETTINGS.email,
  postalAddress: LINK_SETTINGS.postalAddress,
  orderMails: LINK_SETTINGS.orderMails,
  socialUrl: LINK_SETTINGS.socialUrl,
  socialText: LINK_SETTINGS.socialText,
  photosUrl: LINK_SETTINGS.photosUrl,
  photosText: LINK_SETTINGS.photosText,
  shippingOne: 'Shipping for one',
  shippingMore: 'Shipping for more than one',
  shipping: 'Shipping plan',
  tax: 'Tax',
  taxPlan: 'Sales tax',
  standTaxIncluded: 'Tax at a stand',
  wrapPrice: 'Gift wrap',
  hourlyPay: 'Hourly pay',
  fees: 'Fees',
  lowStock: STOCK_SETTINGS.lowStock,
  timeZone: TIME_ZONE_SETTINGS.timeZone,
  from: TIME_OFF_SETTINGS.from,
  to: TIME_OFF_SETTINGS.to,
  text: TIME_OFF_SETTINGS.text,
  orders: TIME_OFF_SETTINGS.orders,
}

const days = ({ from, to }: { from: number; to: number }) =>
  from === to ? counted(to, 'business day') : `${from} to ${counted(to, 'business day')}`

/** What a list of the settings says about each of its screens, in a line. */
export const SETTING_STATES = {
  speaks: (name: string, voice: string) => `${name}, which speaks as “${voice}”`,
  story: (heading: string) => `Your story is headed “${heading}”`,
  noStory: 'No story yet',
  search: (heading: string) => `The search is headed “${heading}”`,
  shipDays: (range: { from: number; to: number }) => `You ship within ${days(range)}`,
  noShipDays: 'You promise no day',
  noReturns: 'Nothing about returns',
  noEmail: 'No email address yet',
  twoPrices: (one: string, more: string) => `${one} for one product, ${more} for more`,
  plan: (methods: number, zones: number) =>
    [counted(methods, 'way to ship', 'ways to ship'), ...(zones > 1 ? [`${zones} groups of places`] : [])].join(', '),
  pickup: (plan: string) => `${plan}, and pick-up`,
  noTax: 'You collect no tax',
  oneRate: (percent: string) => `${percent} % for everybody`,
  stateRates: (states: number) => `The rates of ${counted(states, 'state')}`,
  included: 'Your prices include the tax',
  wrap: (price: string) => `${price} for an order`,
  noWrap: 'Not offered',
  pay: (wage: string) => `${wage} an hour`,
  noPay: 'No hourly wage yet',
  lowStock: (level: number) => `Low at ${level} or fewer`,
  away: (day: string) => `Away until ${day}`,
  planned: (from: string, to: string) => `${from} to ${to}`,
  open: 'None planned',
}

export const CATEGORIES = {
  title: 'Categories',
  about: 'Shown in this order. Changes save right away.',
  list: 'Categories',
  add: 'Add',
  newCategory: 'New category',
  added: (label: string) => `${label} was added.`,
  rename: 'Rename',
  renameNamed: (label: string) => `Rename ${label}`,
  newName: (label: string) => `New name of ${label}`,
  renamed: (from: string, to: string) => `${from} is now called ${to}.`,
  cancel: 'Cancel',
  delete: 'Delete',
  deleteNamed: (label: string) => `Delete ${label}`,
  confirmDelete: (label: string) => `Delete "${label}"? Move its products to another category first.`,
  deleted: (label: string) => `${label} was deleted.`,
}
