import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { Settings, SettingsUpdate, SettingValues } from '#contract/admin/settings.ts'
import { ACCOUNT_FIELDS } from '#contract/messages.ts'
import type { FlatRates } from '#contract/pricing.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { preparedFor } from '#server/platform/db/prepared-for.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { versionHash } from '#server/platform/lib/version-hash.ts'
import { settings } from '#server/shop/schema/settings.ts'
import { allSwitches, requireKnownSwitches } from './switches.ts'
import { SETTINGS } from './texts.ts'
import { textsInNewVoice } from './voiced-texts.ts'

const rates = {
  tax: settings.taxBasisPoints,
  shippingOne: settings.shippingOneCents,
  shippingMore: settings.shippingMoreCents,
}

const columns = {
  name: settings.name,
  tagline: settings.tagline,
  story: settings.story,
  storyTitle: settings.storyTitle,
  customText: settings.customText,
  categoriesTitle: settings.categoriesTitle,
  newestTitle: settings.newestTitle,
  featuredTitle: settings.featuredTitle,
  searchTitle: settings.searchTitle,
  searchHint: settings.searchHint,
  cartEmpty: settings.cartEmpty,
  footerText: settings.footerText,
  contactText: settings.contactText,
  returnsText: settings.returnsText,
  thanks: settings.thanks,
  shipDays: settings.shipDays,
  email: settings.email,
  socialUrl: settings.socialUrl,
  photosUrl: settings.photosUrl,
  socialText: settings.socialText,
  photosText: settings.photosText,
  timeZone: settings.timeZone,
  voice: settings.voice,
  postalAddress: settings.postalAddress,
  restsOnHolidays: settings.restsOnHolidays,
  orderMails: settings.orderMails,
  closed: settings.closed,
  lowStock: settings.lowStock,
  wrapPrice: settings.wrapCents,
  fees: settings.fees,
  hourlyPay: settings.hourlyPayCents,
  taxPlan: settings.taxPlan,
  standTaxIncluded: settings.standTaxIncluded,
  shipping: settings.shipping,
  switches: settings.switches,
  ...rates,
}

/** The shop's settings; the defaults until the seller saves some. */
export async function shopSettings(db: Db): Promise<SettingValues> {
  const [row] = await db.select(columns).from(settings)
  return withAllSwitches(row ?? DEFAULT_SETTINGS)
}

const withAllSwitches = (values: SettingValues): SettingValues => ({
  ...values,
  switches: allSwitches(values.switches),
})

/** The same as a prepared statement, since every page reads the settings. */
export function prepareSettings(db: Db): () => Promise<SettingValues> {
  const settingsQuery = db.select(columns).from(settings).prepare('shop_settings')
  return async () => {
    const [row] = await settingsQuery.execute()
    return withAllSwitches(row ?? DEFAULT_SETTINGS)
  }
}

const { closed, timeZone, restsOnHolidays, taxPlan, shipping, shipDays, wrapCents: wrapPrice } = settings
const preparedTerms = preparedFor((db) =>
  db
    .select({ ...rates, taxPlan, closed, timeZone, restsOnHolidays, shipping, shipDays, wrapPrice })
    .from(settings)
    .prepare('shop_terms'),
)

/** Rates and plans for orders priced now, the price of gift wrap, and what their days depend on. */
export type OrderTerms = FlatRates &
  Pick<SettingValues, 'wrapPrice' | 'taxPlan' | 'shipping' | 'shipDays' | 'closed' | 'timeZone' | 'restsOnHolidays'>

/** The terms for orders placed or priced now. */
export async function orderTerms(tx: Db): Promise<OrderTerms> {
  const [row] = await preparedTerms(tx).execute()
  return row ?? DEFAULT_SETTINGS
}

/**
 * Saves the given settings and returns all of them. Concurrent saves run one after the other. Throws settings_changed
 * when `version` is outdated, invalid_request for an email address that is taken away and for an unknown switch.
 */
export function saveSettings(db: Db, { version, ...changes }: SettingsUpdate): Promise<Settings> {
  requireKnownSwitches(changes.switches ?? {})
  return db.transaction(async (tx) => {
    await insertSettings(tx, DEFAULT_SETTINGS)
    const stored = onlyRow(await tx.select(columns).from(settings).for('update'))
    const before = withAllSwitches(stored)
    if (version !== undefined && version !== versionHash(before)) throw changedMeanwhile()
    if (changes.email === '' && before.email !== '') throw emailMissing()
    const switches = { ...stored.switches, ...changes.switches }
    const values = { id: true, ...rowOf({ ...textsInNewVoice(before, changes), ...changes, switches }) }
    return withVersion(withAllSwitches(onlyRow(await tx.update(settings).set(values).returning(columns))))
  })
}

/** Inserts the settings of a shop that has saved none. */
export const insertSettings = (tx: Db, values: SettingValues) =>
  tx.insert(settings).values(rowOf(values)).onConflictDoNothing()

/** The settings with a hash of them, for optimistic locking. */
export const withVersion = (values: SettingValues): Settings => ({ ...values, version: versionHash(values) })

const changedMeanwhile = () => new AppError('settings_changed', SETTINGS.changedMeanwhile)

function emailMissing() {
  const message = ACCOUNT_FIELDS.invalidEmail
  return new AppError('invalid_request', message, { issues: [{ path: 'email', message }] })
}

/** The given settings as columns. */
function rowOf<Given extends Omit<SettingsUpdate, 'version'>>(update: Given) {
  const { tax, shippingOne, shippingMore, wrapPrice, hourlyPay, ...same } = update
  return {
    ...same,
    ...(tax === undefined ? {} : { taxBasisPoints: tax }),
    ...(shippingOne === undefined ? {} : { shippingOneCents: shippingOne }),
    ...(shippingMore === undefined ? {} : { shippingMoreCents: shippingMore }),
    ...(wrapPrice === undefined ? {} : { wrapCents: wrapPrice }),
    ...(hourlyPay === undefined ? {} : { hourlyPayCents: hourlyPay }),
  }
}
