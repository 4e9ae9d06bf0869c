import { defineCalls } from '#contract/calls/define-calls.ts'
import { ShopInfo } from '#contract/shop-info.ts'

export const shopInfoCalls = defineCalls({
  'GET /api/shop': {
    access: 'anyone',
    id: 'getShop',
    summary: 'Get public information about the shop, with its shipping and tax rates',
    answer: ShopInfo,
  },
})
