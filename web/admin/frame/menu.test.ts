import { expect, test } from 'vitest'
import { ADMIN_LINKS } from '#app/web/admin/features.ts'
import { currentEntry, shownGroups } from './menu.ts'

const place = (path: string) => {
  const { pathname, search, hash } = new URL(path, 'http://shop.invalid')
  return { pathname, search, hash }
}

test.for([
  ['/admin/dashboard?period=week', 'Today'],
  ['/admin/orderlist', 'All orders'],
  ['/admin/orderlist?delivery=waiting&page=2', 'To ship'],
  ['/admin/orderlist?payment=unpaid', 'All orders'],
  ['/order/0190f5a0-0000-7000-8000-000000000001', 'All orders'],
  ['/admin/packing?ids=1', 'All orders'],
  ['/admin/orders/new', 'Sell'],
  ['/admin/past-orders/1', 'From other shops'],
  ['/admin/productlist/3', 'All products'],
  ['/admin/products/1/edit', 'All products'],
  ['/admin/collections/1/edit', 'Collections'],
  ['/admin/coupon/1/edit', 'Coupons'],
  ['/admin/user/1/edit', 'All people'],
  ['/admin/payouts/1', 'Payouts'],
  ['/admin/look', 'Design'],
  ['/admin/look#look-notice-bar', 'Notice bar'],
  ['/admin/settings', 'Settings'],
  ['/admin/settings/time-off', 'Time off'],
  ['/admin/spaceships', undefined],
  ['/admin/lookout', undefined],
] as const)('at %s the menu marks %j', ([path, label]) => {
  expect(currentEntry(ADMIN_LINKS, place(path))?.label).toBe(label)
})

test('payment problems are in the menu only while there are some', () => {
  const money = (counts: Record<string, number>) =>
    shownGroups(ADMIN_LINKS, counts)
      .top.find(({ group }) => group === 'money')
      ?.entries.map(({ label }) => label)
  expect(money({})).not.toContain('Payment problems')
  expect(money({ discrepancies: 0 })).not.toContain('Payment problems')
  expect(money({ discrepancies: 2 })).toContain('Payment problems')
})
