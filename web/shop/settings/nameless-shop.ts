import { DEFAULT_HEADINGS, DEFAULT_RATES } from '#contract/defaults.ts'
import type { ShownLook } from '#contract/look.ts'
import { DEFAULT_COLORS } from '#contract/look-choices.ts'
import type { ShopInfo } from '#contract/shop-info.ts'

/** Used only while the shop's settings cannot be loaded. */
export const NAMELESS: ShopInfo = {
  name: 'Shop',
  tagline: '',
  story: '',
  email: '',
  socialUrl: '',
  photosUrl: '',
  socialText: '',
  photosText: '',
  ...DEFAULT_HEADINGS,
  customText: '',
  searchHint: '',
  footerText: '',
  contactText: '',
  returnsText: '',
  thanks: '',
  shipDays: null,
  timeZone: 'UTC',
  payments: 'live',
  voice: 'I',
  pages: [],
  mark: { kind: 'monogram', letters: '' },
  notice: null,
  closed: null,
  storyPhoto: null,
  wrapPrice: null,
  ...DEFAULT_RATES,
  tax: 0,
}

/** Used only while the look cannot be loaded. */
export const PLAIN_LOOK: ShownLook = {
  fonts: 'warm',
  styles: '',
  paper: DEFAULT_COLORS.background,
  darkPaper: undefined,
  icons: '',
  hero: { photo: null, title: '', line: '', button: { label: '', path: '' } },
  home: [],
}
