// The settings in parts, each of which is a screen of its own.
import type { SettingValues } from '#contract/admin/settings.ts'
import { dayOf, formatCalendarDay } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import {
  EARNINGS_SETTINGS,
  HOME_SETTINGS,
  LINK_SETTINGS,
  MONEY_SETTINGS,
  RETURN_SETTINGS,
  SETTING_STATES,
  SHIP_DAY_SETTINGS,
  SHOP_SETTINGS,
  STOCK_SETTINGS,
  TIME_OFF_SETTINGS,
  TIME_ZONE_SETTINGS,
  WORDS_SETTINGS,
} from '#web/texts/admin-settings.ts'
import { SHIPPING_PLAN_TEXTS } from '#web/texts/admin-shipping.ts'
import { TAX_SETTINGS } from '#web/texts/admin-tax.ts'
import { isOver, type SettingName } from './setting-texts.ts'

const T = SETTING_STATES

type Part = {
  title: string
  about: string
  /** The shop's own settings that its screen has, and saves with the switches of features there. */
  names: readonly SettingName[]
  /** How they are now, in a line. */
  state(settings: SettingValues): string
}

const PARTS = {
  shop: {
    ...SHOP_SETTINGS,
    names: ['name', 'tagline', 'footerText', 'voice'],
    state: ({ name, voice }) => T.speaks(name, voice),
  },
  'home-page': {
    ...HOME_SETTINGS,
    names: ['storyTitle', 'story', 'customText', 'categoriesTitle', 'featuredTitle', 'newestTitle'],
    state: ({ story, storyTitle }) => (story ? T.story(storyTitle) : T.noStory),
  },
  'search-and-cart': {
    ...WORDS_SETTINGS,
    names: ['searchTitle', 'searchHint', 'cartEmpty'],
    state: ({ searchTitle }) => T.search(searchTitle),
  },
  shipping: {
    ...SHIPPING_PLAN_TEXTS,
    names: ['shippingOne', 'shippingMore', 'shipping'],
    state: shippingState,
  },
  'days-to-ship': {
    ...SHIP_DAY_SETTINGS,
    names: ['shipDays', 'restsOnHolidays'],
    state: ({ shipDays }) => (shipDays ? T.shipDays(shipDays) : T.noShipDays),
  },
  'sales-tax': { ...TAX_SETTINGS, names: ['tax', 'taxPlan', 'standTaxIncluded'], state: taxState },
  'returns-and-thanks': {
    ...RETURN_SETTINGS,
    names: ['returnsText', 'thanks'],
    state: ({ returnsText }) => returnsText || T.noReturns,
  },
  contact: {
    ...LINK_SETTINGS,
    names: [
      ...(['contactText', 'email', 'postalAddress', 'orderMails'] as const),
      ...(['socialUrl', 'socialText', 'photosUrl', 'photosText'] as const),
    ],
    state: ({ email }) => email || T.noEmail,
  },
  'time-off': { ...TIME_OFF_SETTINGS, names: ['from', 'to', 'text', 'orders'], state: timeOffState },
  'gift-wrap': {
    title: MONEY_SETTINGS.wrap,
    about: MONEY_SETTINGS.wrapAbout,
    names: ['wrapPrice'],
    state: ({ wrapPrice }) => (wrapPrice === null ? T.noWrap : T.wrap(formatDollars(wrapPrice))),
  },
  'fees-and-pay': {
    ...EARNINGS_SETTINGS,
    names: ['hourlyPay', 'fees'],
    state: ({ hourlyPay }) => (hourlyPay === null ? T.noPay : T.pay(formatDollars(hourlyPay))),
  },
  stock: { ...STOCK_SETTINGS, names: ['lowStock'], state: ({ lowStock }) => T.lowStock(lowStock) },
  'time-zone': {
    ...TIME_ZONE_SETTINGS,
    names: ['timeZone'],
    state: ({ timeZone }) => timeZone.replaceAll('_', ' '),
  },
} as const satisfies Record<string, Part>

/** The last segment of the address of a part. */
export type PartSlug = keyof typeof PARTS

export type SettingPart = Part & { slug: PartSlug; path: string; draft: string }

/** The parts, in the order of their list. `draft` is the name of a part's draft. */
export const SETTING_PARTS: readonly SettingPart[] = (Object.keys(PARTS) as PartSlug[]).map((slug) => ({
  ...PARTS[slug],
  slug,
  path: `/admin/settings/${slug}`,
  draft: `settings:${slug}`,
}))

/** The part with a slug. */
export const settingPart = (slug: string) => SETTING_PARTS.find((part) => part.slug === slug)

/** The part that a link to one page of all settings named, by a fragment such as `#settings-shipping` or `#shipping`. */
export function partOfFragment(fragment: string) {
  const name = fragment.replace(/^#(settings-)?/, '')
  return settingPart(name === 'promises' ? 'days-to-ship' : name)
}

function shippingState({ shipping, shippingOne, shippingMore }: SettingValues) {
  if (!shipping) return T.twoPrices(formatDollars(shippingOne), formatDollars(shippingMore))
  const plan = T.plan(shipping.zones.flatMap(({ methods }) => methods).length, shipping.zones.length)
  return shipping.pickup ? T.pickup(plan) : plan
}

function taxState({ tax, taxPlan }: SettingValues) {
  if (taxPlan?.mode === 'states') return T.stateRates(Object.keys(taxPlan.states).length)
  if (taxPlan?.mode === 'included') return T.included
  const percent = taxPlan ? taxPlan.ppm / 10_000 : tax / 100
  return percent === 0 ? T.noTax : T.oneRate(String(percent))
}

function timeOffState({ closed, timeZone }: SettingValues) {
  if (!closed || isOver(closed, timeZone)) return T.open
  const [from, to] = [formatCalendarDay(closed.from), formatCalendarDay(closed.to)]
  return closed.from <= dayOf(new Date(), timeZone) ? T.away(to) : T.planned(from, to)
}
