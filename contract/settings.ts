import { z } from 'zod'
import { money, oneLine, PRINTABLE, percent } from './codecs.ts'
import { ShopInfo } from './shop-info.ts'

/** All that a seller can set, as admins see it. */
export const Settings = ShopInfo.omit({ payments: true })
  .extend({
    lowStock: z.int().describe('From this number down a piece is low in stock'),
    orderMails: z.boolean().describe('Whether messages about orders go to the shop’s address'),
    version: z.string().describe('Another one when anything has changed'),
  })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof Settings>

/** What is set, without its version. */
export type SettingValues = Omit<Settings, 'version'>

const MOST_SHIPPING = 100_000
const MOST_STOCK = 10_000

const email = z
  .string()
  .trim()
  .max(254, 'An email address has at most 254 characters.')
  .refine((text) => z.email().safeParse(text).success, 'That does not look like an email address.')

/** A page elsewhere, or none. */
const link = z
  .string()
  .trim()
  .max(300, 'An address has at most 300 characters.')
  .refine((text) => text === '' || isLink(text), 'An address begins with https:// or mailto:.')

const shipping = money.refine((cents) => cents <= MOST_SHIPPING, 'Shipping is at most $1,000.')

/** What an admin changes of the settings; what is left out stays. With `version` only if nobody has saved since. */
export const SettingsUpdate = z
  .object({
    name: oneLine.trim().min(1, 'The shop needs a name.').max(60, 'A shop’s name has at most 60 characters.'),
    tagline: oneLine.trim().max(160, 'A tagline has at most 160 characters.'),
    story: z
      .string()
      .max(5000, 'A story has at most 5,000 characters.')
      .refine(isPrintableText, 'That has characters which cannot be printed.'),
    email,
    socialUrl: link,
    photosUrl: link,
    timeZone: z.string().max(100).refine(isTimeZone, 'Choose one of the time zones.'),
    voice: ShopInfo.shape.voice,
    orderMails: z.boolean(),
    tax: percent,
    shippingOne: shipping,
    shippingMore: shipping,
    lowStock: z
      .int('A number of pieces is whole.')
      .min(0, 'A number of pieces is not below zero.')
      .max(MOST_STOCK, 'That is more than 10,000 pieces.'),
  })
  .extend({ version: z.string().max(100).describe('As it was loaded: refused when somebody else has saved since') })
  .partial()
export type SettingsUpdate = z.infer<typeof SettingsUpdate>

function isLink(text: string) {
  if (/\s/.test(text) || !PRINTABLE.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, pathname } = new URL(text)
  return protocol === 'https:' ? hostname !== '' : protocol === 'mailto:' && pathname !== ''
}

/** On several lines, and nothing on them that no page shows. */
function isPrintableText(text: string) {
  return PRINTABLE.test(text.replaceAll(/[\r\n\t]/g, ''))
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
