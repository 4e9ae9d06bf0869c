import type { Look } from '#contract/admin/look.ts'
import type { SettingValues } from '#contract/admin/settings.ts'
import { isOnDay } from '#contract/coupons.ts'
import { dayOf } from '#contract/dates.ts'
import type { ShopInfo, ShopPayments } from '#contract/shop-info.ts'
import type { Context } from '#server/platform/context.ts'
import { footerLinks } from '#server/shop/footer-links.ts'
import { prepareLook } from '#server/shop/look/looks.ts'
import { noticeOn } from '#server/shop/look/shown-look.ts'
import { automaticDiscounts } from '#server/shop/orders/discount-hooks.ts'
import { modeOf } from '#server/shop/payments/gateway.ts'
import { prepareSettings } from '#server/shop/settings/settings.ts'
import { publicSwitches } from '#server/shop/settings/switches.ts'
import { calendarAt, closedAt } from '#server/shop/settings/time-off.ts'
import { shippingInShort } from '#server/shop/shipping/shipping-in-short.ts'
import { preparePageLinks } from '#server/shop/text-pages/text-pages.ts'

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
    const [settings, look, pages, automatic] = await Promise.all([
      readSettings(),
      readLook(),
      readPages(),
      automaticDiscounts(context.db),
    ])
    const today = dayOf(new Date(), settings.timeZone)
    const links = footerLinks.flatMap((linksOf) => linksOf(settings))
    const { taxPlan, shipping, switches, ...publicSettings } = withoutAdminsOwn(settings)
    const shownSwitches = publicSwitches(switches)
    return {
      ...publicSettings,
      ...(shipping && { shipping: shippingInShort(shipping) }),
      ...(shownSwitches.length > 0 && { switches: shownSwitches }),
      ...((shipping || taxPlan) && { hasPlaceRates: true as const }),
      ...(automatic.some((discount) => isOnDay(discount, today)) && { hasDiscounts: true as const }),
      ...partsOfLook(look, publicSettings.timeZone),
      ...calendarAt(settings),
      closed: closedAt(settings),
      payments,
      ...(sendsMail && { sendsMail }),
      pages,
      ...(links.length > 0 && { footerLinks: links }),
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
  standTaxIncluded: ________,
  ...publicSettings
}: SettingValues) => publicSettings

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
