import { accountCalls } from './accounts.ts'
import { catalogCalls } from './catalog.ts'
import { couponCalls } from './coupons.ts'
import { deskCalls } from './desk.ts'
import { erasureCalls } from './erasure.ts'
import { fulfillmentCalls } from './fulfillment.ts'
import { lookCalls } from './look.ts'
import { orderCalls } from './orders.ts'
import { paymentCalls } from './payments.ts'
import { uploadCalls } from './photos.ts'
import { settingsCalls } from './settings.ts'
import { shippingCalls } from './shipping.ts'
import { shopInfoCalls } from './shop-info.ts'
import { taxCalls } from './tax.ts'
import { textPageCalls } from './text-pages.ts'

/** The calls of the shop itself, without those of features. */
export const SHOP_CALLS = {
  ...catalogCalls,
  ...uploadCalls,
  ...textPageCalls,
  ...shopInfoCalls,
  ...settingsCalls,
  ...shippingCalls,
  ...taxCalls,
  ...lookCalls,
  ...deskCalls,
  ...accountCalls,
  ...erasureCalls,
  ...orderCalls,
  ...fulfillmentCalls,
  ...couponCalls,
  ...paymentCalls,
}
export type ShopCalls = typeof SHOP_CALLS
