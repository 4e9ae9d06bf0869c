import type { ShopInfo, ShopPayments } from '#contract/shop-info.ts'
import type { Context } from '../context.ts'
import { modeOf } from '../payments/gateway.ts'
import { prepareSettings } from './settings.ts'

/** Public information on the shop: the settings without those for admins, and how it takes payments. */
export function openShopInfo(context: Pick<Context, 'db' | 'gateway' | 'isPublicDemo'>): () => Promise<ShopInfo> {
  const read = prepareSettings(context.db)
  const payments = paymentsOf(context)
  return async () => {
    const { lowStock: _, orderMails: __, ...shown } = await read()
    return { ...shown, payments }
  }
}

function paymentsOf({ gateway, isPublicDemo }: Pick<Context, 'gateway' | 'isPublicDemo'>): ShopPayments {
  if (modeOf(gateway) === 'live') return 'live'
  return isPublicDemo ? 'public-demo' : 'simulated'
}
