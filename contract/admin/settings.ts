import { z } from 'zod'
import { isPrintableText, money, oneLine, PRINTABLE_PATTERN, percent } from '../codecs.ts'
import { ACCOUNT_FIELDS, TEXT_FIELDS } from '../messages.ts'
import { normalizedText } from '../normalized-text.ts'
import { OrdersWhileClosed, ShipDays, ShopInfo } from '../shop-info.ts'
import { Fees } from './fees.ts'
import { SETTINGS_FIELDS } from './messages.ts'
import { ShippingPlan } from './shipping-plan.ts'
import { TaxPlan } from './tax-plan.ts'

/** A day on which the year has four digits, also the day after it. */
const day = z.iso.date(SETTINGS_FIELDS.enterDay).refine((text) => text < '2100', SETTINGS_FIELDS.dayTooLate)

/** Time off, with its first and last day in the shop's time zone. */
export const TimeOff = z
  .object({
    from: day,
    to: day,
    text: oneLine.trim().max(140, SETTINGS_FIELDS.textTooLong(140)).describe('Shown above every page, or empty'),
    orders: OrdersWhileClosed,
  })
  .refine(({ from, to }) => from <= to, { message: SETTINGS_FIELDS.daysReversed, path: ['to'] })
  .meta({ id: 'TimeOff' })
export type TimeOff = z.infer<typeof TimeOff>

/** All settings of the shop. */
export const Settings = ShopInfo.omit({
  ...{
    payments: true,
    sendsMail: true,
    pages: true,
    footerLinks: true,
    mark: true,
    notice: true,
    storyPhoto: true,
    daysOff: true,
    holidays: true,
    shipping: true,
    hasPlaceRates: true,
    hasDiscounts: true,
    switches: true,
  },
})
  .extend({
    lowStock: z.int().describe('A product with this many or fewer in stock is low'),
    closed: TimeOff.nullable().describe('The next or present time off; null when there is none'),
    taxPlan: TaxPlan.nullable().describe('Tax by state or included in prices; null while everybody pays `tax`'),
    standTaxIncluded: z.boolean().describe('Whether the prices of what is sold at a stand include the tax'),
    shipping: ShippingPlan.nullable().describe('Null: `shippingOne` and `shippingMore`, to every state'),
    postalAddress: z.string().describe('In lines, as on a letter; empty when the seller names none'),
    restsOnHolidays: z.boolean().describe('Whether federal holidays are no business days'),
    fees: Fees.nullable().describe('Of the card service and of a marketplace; null: the published ones'),
    hourlyPay: money.nullable().describe('What an hour of work shall pay; null: not said'),
    orderMails: z.boolean().describe('Whether messages about orders go to the shop’s address'),
    switches: z.record(z.string(), z.boolean()).describe('What can be switched on and off, by name'),
    version: z.string().describe('Changes with every edit'),
  })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof Settings>

/** Settings without their version. */
export type SettingValues = Omit<Settings, 'version'>

const MOST_SHIPPING = 100_000
const MOST_WRAP = 10_000
const MOST_HOURLY_PAY = 100_000
const MOST_STOCK = 10_000

const email = z
  .string()
  .trim()
  .max(254, ACCOUNT_FIELDS.emailTooLong)
  .refine((text) => text === '' || z.email().safeParse(text).success, ACCOUNT_FIELDS.invalidEmail)
  .describe('Empty only while the shop has none')

/** A page elsewhere, as people type it: without https:// or, for an email address, without mailto:. Or none. */
const link = z
  .string()
  .trim()
  .overwrite(withScheme)
  .max(300, SETTINGS_FIELDS.linkTooLong)
  .refine((text) => text === '' || isLink(text), SETTINGS_FIELDS.invalidLink)

/** The most characters of the seller's postal address. */
export const POSTAL_ADDRESS_MAX = 300

const postalAddress = z
  .string()
  .overwrite(normalizedText)
  .refine(isPrintableText, TEXT_FIELDS.unprintable)
  .max(POSTAL_ADDRESS_MAX, SETTINGS_FIELDS.textTooLong(POSTAL_ADDRESS_MAX))

/** A sentence or two; line breaks in it become spaces. */
const text = (most: number) =>
  z
    .string()
    .overwrite((typed) => typed.replaceAll(/\s+/g, ' '))
    .trim()
    .regex(PRINTABLE_PATTERN, TEXT_FIELDS.unprintable)
    .max(most, SETTINGS_FIELDS.textTooLong(most))
const heading = text(60).min(1, SETTINGS_FIELDS.enterHeading)

const MOST_DAYS = 90
const shipDays = ShipDays.refine(
  ({ from, to }) => from >= 1 && from <= to && to <= MOST_DAYS,
  SETTINGS_FIELDS.shipDays,
).nullable()

const shipping = money.refine((cents) => cents <= MOST_SHIPPING, SETTINGS_FIELDS.shippingTooHigh)

/** An edit of the settings; omitted fields stay the same. A `version` that is out of date is refused. */
export const SettingsUpdate = z
  .object({
    name: oneLine.trim().min(1, SETTINGS_FIELDS.enterName).max(60, SETTINGS_FIELDS.nameTooLong),
    tagline: oneLine.trim().max(160, SETTINGS_FIELDS.taglineTooLong),
    story: z.string().max(5000, SETTINGS_FIELDS.storyTooLong).refine(isPrintableText, TEXT_FIELDS.unprintable),
    email,
    storyTitle: heading,
    customText: text(120),
    categoriesTitle: heading,
    newestTitle: heading,
    featuredTitle: heading,
    searchTitle: heading,
    searchHint: text(40),
    cartEmpty: heading,
    footerText: text(240),
    contactText: text(300),
    returnsText: text(160),
    thanks: text(200),
    shipDays,
    socialUrl: link,
    photosUrl: link,
    socialText: text(60),
    photosText: text(60),
    timeZone: z.string().max(100).refine(isTimeZone, SETTINGS_FIELDS.chooseTimeZone),
    voice: ShopInfo.shape.voice,
    postalAddress,
    restsOnHolidays: z.boolean(),
    orderMails: z.boolean(),
    switches: z.record(z.string().max(50), z.boolean()).describe('Those left out stay the same'),
    closed: TimeOff.nullable(),
    tax: percent,
    taxPlan: TaxPlan.nullable(),
    standTaxIncluded: z.boolean(),
    shippingOne: shipping,
    shippingMore: shipping,
    shipping: ShippingPlan.nullable(),
    wrapPrice: money.refine((cents) => cents <= MOST_WRAP, SETTINGS_FIELDS.wrapTooHigh).nullable(),
    fees: Fees.nullable(),
    hourlyPay: money.refine((cents) => cents <= MOST_HOURLY_PAY, SETTINGS_FIELDS.hourlyPayTooHigh).nullable(),
    lowStock: z
      .int(SETTINGS_FIELDS.wholeLevel)
      .min(0, SETTINGS_FIELDS.levelTooLow)
      .max(MOST_STOCK, SETTINGS_FIELDS.levelTooHigh),
  })
  .extend({
    version: z.string().max(100).describe('The version that was loaded: refused if someone else has saved since'),
  })
  .partial()
export type SettingsUpdate = z.infer<typeof SettingsUpdate>

function withScheme(text: string) {
  if (text === '' || /^(https|mailto):/i.test(text)) return text
  if (z.email().safeParse(text).success) return `mailto:${text}`
  const address = text.replace(/^http:\/\//i, '')
  return /^[\w-]+:(?!\d)/.test(address) ? text : `https://${address}`
}

function isLink(text: string) {
  if (/\s/.test(text) || !PRINTABLE_PATTERN.test(text) || !URL.canParse(text)) return false
  const { protocol, username, hostname, pathname } = new URL(text)
  if (protocol === 'https:') return username === '' && /[^.]\.[^.]/.test(hostname)
  return protocol === 'mailto:' && z.email().safeParse(pathname).success
}

/** Whether it is an IANA name, in its old or new form: browsers differ in which of them they list. */
function isTimeZone(name: string) {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}
