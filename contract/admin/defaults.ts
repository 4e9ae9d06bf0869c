import { DEFAULT_HEADINGS, DEFAULT_RATES } from '../defaults.ts'

/**
 * Settings of a new shop, without a word that its owner would have to take back: it collects no tax and promises no day.
 * Empty texts are not shown.
 */
export const DEFAULT_SETTINGS = {
  name: 'My shop',
  tagline: '',
  story: '',
  voice: 'I',
  ...DEFAULT_HEADINGS,
  customText: '',
  searchHint: 'Search all pieces',
  footerText: 'Everything is made by hand.',
  contactText: 'Ask about a piece, or where your package is. I read every message.',
  returnsText: 'Questions about this piece? Email me.',
  thanks: 'Thank you! Every piece was made by hand, and packed for you.',
  shipDays: null,
  postalAddress: '',
  restsOnHolidays: true,
  orderMails: true,
  closed: null,
  timeZone: 'America/Chicago',
  email: '',
  socialUrl: '',
  photosUrl: '',
  socialText: 'New pieces and news',
  photosText: 'Behind the scenes',
  lowStock: 3,
  wrapPrice: null,
  fees: null,
  hourlyPay: null,
  taxPlan: null,
  standTaxIncluded: false,
  shipping: null,
  switches: {},
  ...DEFAULT_RATES,
  tax: 0,
} as const
