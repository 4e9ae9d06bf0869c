import type { ShopInfo, ShopPayments } from '#contract/shop-info.ts'
import type { Context } from '../context.ts'
import { modeOf } from '../payments/gateway.ts'
import { preparePageLinks } from '../text-pages/text-pages.ts'
import { prepareSettings } from './settings.ts'

/** Public information on the shop: the settings without those for admins, its text pages, and how it takes payments. */
export function openShopInfo(context: Pick<Context, 'db' | 'gateway' | 'isPublicDemo'>): () => Promise<ShopInfo> {
  const read = prepareSettings(context.db)
  const readPages = preparePageLinks(context.db)
  const payments = paymentsOf(context)
  return async () => {
    const [{ lowStock: _, orderMails: __, ...shown }, pages] = await Promise.all([read(), readPages()])
    return { ...shown, payments, pages }
  }
}

function paymentsOf({ gateway, isPublicDemo }: Pick<Context, 'gateway' | 'isPublicDemo'>): ShopPayments {
  if (modeOf(gateway) === 'live') return 'live'
  return isPublicDemo ? 'public-demo' : 'simulated'
}
