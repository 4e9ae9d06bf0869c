// Texts of the Settings screen.

export const SETTINGS = {
  heading: 'Settings',
  about: 'Changes appear in the shop as soon as you save.',
  save: 'Save',
  saveNamed: (section: string) => `Save ${section}`,
  saved: 'Saved. Your shop shows it now.',
  discard: 'Discard changes',
  discardNamed: (section: string) => `Discard changes to ${section}`,
  notSaved: 'Not saved yet',
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
  story: 'Story',
  storyHint: 'Shown on the home page. Leave a blank line between paragraphs. A paragraph with prices is highlighted.',
  voice: 'The shop speaks as',
  voiceHint: 'In emails and on pages.',
}

export const LINK_SETTINGS = {
  title: 'Links',
  about: 'How shoppers reach you. Links that you leave blank are not shown.',
  email: 'Email',
  orderMails: 'Email me about orders',
  orderMailsHint: 'New paid orders, cancellations, and payments that need your attention.',
  socialUrl: 'Social page',
  photosUrl: 'Photo page',
}

export const MONEY_SETTINGS = {
  title: 'Money',
  about: 'For new orders: existing orders keep their prices. If your story mentions shipping prices, update it too.',
  tax: 'Tax, in percent',
  shippingOne: 'Shipping for one, in $',
  shippingMore: 'For more than one, in $',
  percentMissing: 'Enter a percentage, such as 5.5.',
  amountMissing: (example: string) => `Enter an amount, such as ${example}.`,
}

export const STOCK_SETTINGS = {
  title: 'Stock',
  about: 'Mark as low when this many or fewer are left. Only you see it.',
  lowStock: 'Low-stock level',
  countMissing: 'Enter a whole number, such as 3.',
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

/** The names of the settings within a sentence. */
export const SETTING_NAMES = {
  name: SHOP_SETTINGS.name,
  tagline: SHOP_SETTINGS.tagline,
  story: SHOP_SETTINGS.story,
  voice: SHOP_SETTINGS.voice,
  email: LINK_SETTINGS.email,
  orderMails: LINK_SETTINGS.orderMails,
  socialUrl: LINK_SETTINGS.socialUrl,
  photosUrl: LINK_SETTINGS.photosUrl,
  tax: 'Tax',
  shippingOne: 'Shipping for one',
  shippingMore: 'Shipping for more than one',
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
  move: (label: string, to: 'up' | 'down') => `Move ${label} ${to}`,
  moved: (label: string, place: number, count: number) => `${label} is now ${place} of ${count}`,
}
