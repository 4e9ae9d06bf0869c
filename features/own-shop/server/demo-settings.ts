import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { SettingValues } from '#contract/admin/settings.ts'
import { DEFAULT_RATES } from '#contract/defaults.ts'
import { DEMO_TEXTS } from '#server/shop/settings/voiced-texts.ts'

/** The settings of the demo shop. */
export const DEMO_SETTINGS: SettingValues = {
  ...DEFAULT_SETTINGS,
  ...DEFAULT_RATES,
  name: 'Zi Boutique',
  tagline: 'Handmade pens, cups, wine stoppers and bows, one small batch at a time.',
  story: `I started with hair bows for my daughters, and the table never got cleared again. Now there is clay at one end, a lathe in the garage, and a shelf of things waiting for their second coat.

Adult pieces and hair bows cost $5, kids pieces $1. Shipping is a flat $3.50 for one item and $5 after that, anywhere in the USA.

Pieces that take an evening instead of an hour cost a little more.`,
  customText: 'Want it in another color?',
  footerText: 'Everything is made at one kitchen table and mailed anywhere in the USA.',
  contactText: DEMO_TEXTS.contactText.I,
  returnsText: DEMO_TEXTS.returnsText.I,
  shipDays: { from: 2, to: 2 },
  wrapPrice: 400,
  email: 'hello@zi-boutique.example',
  socialUrl: 'https://social.example/zi-boutique',
  photosUrl: 'https://photos.example/zi-boutique',
}
