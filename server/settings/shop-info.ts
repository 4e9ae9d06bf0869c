import type { Look } from '#contract/admin/look.ts'
import type { SettingValues } from '#contract/admin/settings.ts'
import { dayOf } from '#contract/dates.ts'
import type { ShopInfo, ShopPayments } from '#contract/shop-info.ts'
import type { Context } from '../context.ts'
import { prepareLook } from '../look/looks.ts'
import { noticeOn } from '../look/shown-look.ts'
import { modeOf } from '../payments/gateway.ts'
import { shippingInShort } from '../shipping/shipping-in-short.ts'
import { preparePageLinks } from '../text-pages/text-pages.ts'
import { prepareSettings } from './settings.ts'
import { calendarAt, closedAt } from './time-off.ts'

/**
 * Public information on the shop: the settings without those for admins, its text pages, how it takes payments, and
 * whether it sends emails.
 */
export function openShopInfo(
  context: Pick<Context, 'db' | 'gateway' | 'isPublicDemo' | 'setup'>,
): () => Promise<ShopInfo> {
  const readSettings = prepareSettings(context.db)
  const readLook = prepareLook(context.db)
  const readPages = preparePageLinks(context.db)
  const payments = paymentsOf(context)
  const sendsMail = context.setup.mailServer !== undefined && payments !== 'public-demo'
  return async () => {
    const [settings, look, pages] = await Promise.all([readSettings(), readLook(), readPages()])
    const { taxPlan, shipping, ...shown } = withoutAdminsOwn(settings)
    return {
      ...shown,
      ...(shipping && { shipping: shippingInShort(shipping) }),
      ...((shipping || taxPlan) && { hasPlaceRates: true as const }),
      ...partsOfLook(look, shown.timeZone),
      ...calendarAt(settings),
      closed: closedAt(settings),
      payments,
      ...(sendsMail && { sendsMail }),
      pages,
    }
  }
}

/** The settings that visitors may read. */
const withoutAdminsOwn = ({
  lowStock: _,
  orderMails: __,
  closed: ___,
  restsOnHolidays: ____,
  postalAddress: _____,
  fees: ______,
  hourlyPay: _______,
  ...shown
}: SettingValues) => shown

/** What the public information takes from a look. */
export const partsOfLook = (look: Look, timeZone: string) => ({
  mark: look.mark,
  storyPhoto: look.storyPhoto,
  notice: noticeOn(look, dayOf(new Date(), timeZone)),
})

function paymentsOf({ gateway, isPublicDemo }: Pick<Context, 'gateway' | 'isPublicDemo'>): ShopPayments {
  if (modeOf(gateway) === 'live') return 'live'
  return isPublicDemo ? 'public-demo' : 'simulated'
}
