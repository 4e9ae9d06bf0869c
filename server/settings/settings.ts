import type { Rates } from '#contract/pricing.ts'
import type { Settings, SettingsUpdate } from '#contract/settings.ts'
import { DEFAULT_SETTINGS } from '#contract/shop.ts'
import type { Db } from '../db/client.ts'
import { settings } from '../db/schema.ts'

const rates = {
  tax: settings.taxBasisPoints,
  shippingOne: settings.shippingOneCents,
  shippingMore: settings.shippingMoreCents,
}

const columns = {
  name: settings.name,
  tagline: settings.tagline,
  story: settings.story,
  email: settings.email,
  socialUrl: settings.socialUrl,
  photosUrl: settings.photosUrl,
  timeZone: settings.timeZone,
  voice: settings.voice,
  orderMails: settings.orderMails,
  lowStock: settings.lowStock,
  ...rates,
}

/** What the seller has set; until anything is, the demo shop's settings (D33). */
export async function shopSettings(db: Db): Promise<Settings> {
  const [row] = await db.select(columns).from(settings)
  return row ?? DEFAULT_SETTINGS
}

/** The same, prepared: every page of the shop asks for it. */
export function openSettings(db: Db): () => Promise<Settings> {
  const prepared = db.select(columns).from(settings).prepare('shop_settings')
  return async () => {
    const [row] = await prepared.execute()
    return row ?? DEFAULT_SETTINGS
  }
}

/** What is added to the items of an order that is priced now. */
export async function shopRates(tx: Db): Promise<Rates> {
  const [row] = await tx.select(rates).from(settings)
  return row ?? DEFAULT_SETTINGS
}

/** Changes what is given, and answers all of it. */
export async function saveSettings(db: Db, changes: SettingsUpdate): Promise<Settings> {
  const [row] = await db
    .insert(settings)
    .values({ ...rowOf(DEFAULT_SETTINGS), ...rowOf(changes) })
    .onConflictDoUpdate({ target: settings.id, set: { id: true, ...rowOf(changes) } })
    .returning(columns)
  if (!row) throw new Error('The settings were not stored.')
  return row
}

/** As the table has it: only what is given. */
function rowOf<Given extends SettingsUpdate>({ tax, shippingOne, shippingMore, ...same }: Given) {
  return {
    ...same,
    ...(tax === undefined ? {} : { taxBasisPoints: tax }),
    ...(shippingOne === undefined ? {} : { shippingOneCents: shippingOne }),
    ...(shippingMore === undefined ? {} : { shippingMoreCents: shippingMore }),
  }
}
