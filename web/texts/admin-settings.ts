// Texts of the Settings screen.

export const SETTINGS = {
  heading: 'Settings',
  about: 'Changes appear in the shop as soon as you save.',
  save: 'Save',
  saved: 'Saved. Your shop shows it now.',
  discard: 'Discard changes',
  confirmDiscard: (fields: string) => `What you typed is gone then: ${fields}.`,
  allSaved: 'Everything is saved.',
  notSaved: (fields: string) => `Not saved yet: ${fields}`,
  andMore: (fields: string, more: number) => `${fields} and ${more} more`,
  lookAgain: 'Please check the marked fields.',
  changedByBoth: (fields: string) =>
    `Someone else saved changes meanwhile, so yours are not saved yet. You both changed: ${fields}. Your version is shown here. Check it, and press Save again.`,
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
  about: 'The first view with its photo and headline is under Look.',
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

export const PROMISE_SETTINGS = {
  title: 'Promises',
  about: 'What shoppers read before and after they buy. Promise only what you can hold.',
  shipDays: 'Business days until you ship',
  shipDaysHint:
    'Such as 2, or 1-3. On product pages, in the cart, after the payment and in receipts. Blank to promise none.',
  restsOnHolidays: 'Federal holidays are no business days',
  restsOnHolidaysHint: 'Such as Thanksgiving and Labor Day. The mail rests on them, too.',
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
  about: 'Mark as low when this many or fewer are left. Only you see it.',
  lowStock: 'Low-stock level',
  countMissing: 'Enter a whole number, such as 3.',
}

export const EARNINGS_SETTINGS = {
  title: 'Fees and pay',
  about: 'For what is left of a sale, in the form of a product and under Earnings. Only you see it.',
  hourlyPay: 'What an hour of your work shall pay, in $',
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
    'For a vacation or a market. Your pages, search and photos stay. What was ordered before can still be paid. Leave both days blank for none.',
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

/** The names of the settings within a sentence, in the order of the form. */
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
  shipDays: PROMISE_SETTINGS.shipDays,
  restsOnHolidays: PROMISE_SETTINGS.restsOnHolidays,
  returnsText: PROMISE_SETTINGS.returnsText,
  thanks: PROMISE_SETTINGS.thanks,
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
  confirmDelete: (label: string) => `Delete "${label}"? Only an empty category can be deleted.`,
  deleted: (label: string) => `${label} was deleted.`,
}
