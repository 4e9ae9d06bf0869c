import { AdminSearch, AdminSearchQuery } from '#contract/admin/search.ts'
import { defineCalls } from '#contract/calls/define-calls.ts'

export const adminSearchCalls = defineCalls({
  'GET /api/admin/search': {
    access: 'admin',
    isHeavy: true,
    id: 'searchEverything',
    summary: 'Search orders, products, collections, customers, requests, coupons and pages',
    query: AdminSearchQuery,
    answer: AdminSearch,
  },
})
