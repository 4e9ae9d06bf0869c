import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { shownGroups } from '#web/admin/frame/menu.ts'
import { MENU_GROUPS } from '#web/texts/admin.ts'
import { ADMIN_LINKS, ADMIN_PARTS, ADMIN_SCREENS, ADMIN_SWITCHES, ADMIN_TASKS } from './features.ts'

test('the menu has six groups, and settings, shop check and people at its foot', () => {
  const { top, foot } = shownGroups(ADMIN_LINKS, {})
  const words = [...top, ...foot].map(({ group, entries }) => [MENU_GROUPS[group], entries.map(({ label }) => label)])
  expect(words).toEqual([
    ['Today', ['Today']],
    ['Orders', ['To ship', 'All orders', 'Returns', 'Sell', 'Postage', 'From other shops']],
    ['Products', ['All products', 'Categories', 'Collections', 'Drops', 'Sales', 'Import']],
    ['Customers', ['All customers', 'Wishes', 'Reviews', 'Past reviews', 'Letters', 'Coupons', 'Discounts']],
    ['Money', ['Monthly statement', 'Earnings', 'Sales tax', 'Payouts']],
    ['My shop', ['Design', 'Pages', 'News', 'Notice bar', 'Time off', 'Search words', 'Notifications']],
    ['Settings', ['Settings']],
    ['Shop check', ['All checks', 'Download your data']],
    ['People', ['All people', 'Sign-ins and changes']],
  ])
  expect(foot.map(({ group }) => group)).toEqual(['settings', 'check', 'people'])
})

test('the foot of a narrow window has the screens of every day', () => {
  const tabs = ADMIN_LINKS.flatMap(({ tab }) => tab ?? []).toSorted((one, other) => one.order - other.order)
  expect(tabs.map(({ label }) => label)).toEqual(['Today', 'Orders', 'Products', 'Sell'])
})

test("the admin menu of the shop's pages has the words of the specification", () => {
  expect(ADMIN_LINKS.flatMap(({ inShop }) => inShop ?? [])).toEqual(['Today', 'Orders', 'Products', 'Coupons', 'Users'])
})

test('no two links, switches and tasks have the same place, and no two screens the same path', () => {
  const lists: (string | number)[][] = [
    ADMIN_LINKS.map(({ place }) => place.join(' ')),
    ADMIN_PARTS.map(({ place }) => place),
    ADMIN_SCREENS.map(({ path }) => path),
    ADMIN_SWITCHES.map(({ place }) => place.join(' ')),
    ADMIN_TASKS.map(({ order }) => order),
  ]
  for (const values of lists) expect(new Set(values).size).toBe(values.length)
})

test('every link of the menus, of the search and of Today leads to a screen', () => {
  const routes = ADMIN_SCREENS.map(({ path }) => ({ path: `/admin/${path}` }))
  for (const { to } of [...ADMIN_LINKS, ...ADMIN_PARTS, ...ADMIN_TASKS.map(({ link }) => link)])
    expect(matchRoutes(routes, to.replace(/[?#].*/, '')), to).not.toBeNull()
})
