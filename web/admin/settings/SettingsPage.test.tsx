// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { SettingValues } from '#contract/admin/settings.ts'
import { saveDraft } from '#web/lib/drafts.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import { SETTING_NAMES, SETTING_STATES, SETTINGS } from '#web/texts/admin-settings.ts'
import SettingsPage from './SettingsPage.tsx'
import { SETTING_PARTS, settingPart } from './setting-parts.ts'

const ON_WIRE = { ...DEFAULT_SETTINGS, shippingOne: 3.5, shippingMore: 5, version: 'v1' }

beforeEach(() => sessionStorage.clear())

function openSettings(at = '/admin/settings') {
  const calls = expectCalls()
  calls.always('GET /api/settings', { body: ON_WIRE })
  calls.always('GET /api/shop', 'lost')
  return openScreen(<SettingsPage />, { path: '/admin/settings', at, user: ADMIN })
}

test('every setting is on one of the thirteen screens', () => {
  expect(SETTING_PARTS).toHaveLength(13)
  const names = SETTING_PARTS.flatMap((part) => part.names)
  expect(names.toSorted()).toEqual(Object.keys(SETTING_NAMES).toSorted())
})

test('the list leads to each screen, says how it is now, and which one is not saved', async () => {
  saveDraft('settings:shipping', ADMIN._id, { edits: { shippingOne: '4' } })
  openSettings()
  const items = within(await screen.findByRole('list', { name: SETTINGS.list })).getAllByRole('link')
  expect(items.map((item) => item.getAttribute('href'))).toEqual(SETTING_PARTS.map(({ path }) => path))
  const shipping = items.find((item) => item.getAttribute('href') === '/admin/settings/shipping')
  expect(shipping?.textContent).toBe(`Shipping${SETTING_STATES.twoPrices('$3.50', '$5.00')}${SETTINGS.draft}`)
  const tax = items.find((item) => item.getAttribute('href') === '/admin/settings/sales-tax')
  expect(tax?.textContent).toBe(`Sales tax${SETTING_STATES.noTax}`)
})

test.for([
  ['#shipping', 'shipping'],
  ['#settings-shipping', 'shipping'],
  ['#settings-promises', 'days-to-ship'],
  ['#settings-fees-and-pay', 'fees-and-pay'],
  ['#settings-time-off', 'time-off'],
])('an old link to %s leads to its screen', ([fragment, slug]) => {
  const { go, place } = openSettings('/elsewhere')
  go(`/admin/settings${fragment}`)
  expect(place().path).toBe(`/admin/settings/${slug}`)
})

const method = { id: 'mail', name: 'Mail', by: 'pieces' as const, bands: [{ upTo: null, price: 400 }] }
const zone = { name: 'USA', places: ['US'], methods: [method, { ...method, id: 'express' }] }
const plan = { zones: [zone, { ...zone, name: 'Far' }], usualGrams: 250, packingGrams: 100 }

test.for<[string, Partial<SettingValues>, string]>([
  ['shop', { name: 'Keramik' }, 'Keramik, which speaks as “I”'],
  ['home-page', { story: 'I throw pots.', storyTitle: 'Me' }, 'Your story is headed “Me”'],
  ['shipping', { shipping: plan }, '4 ways to ship, 2 groups of places'],
  [
    'shipping',
    { shipping: { ...plan, pickup: { address: 'x', hours: '' } } },
    '4 ways to ship, 2 groups of places, and pick-up',
  ],
  ['days-to-ship', { shipDays: { from: 1, to: 1 } }, 'You ship within 1 business day'],
  ['days-to-ship', { shipDays: { from: 2, to: 3 } }, 'You ship within 2 to 3 business days'],
  ['sales-tax', { tax: 550 }, '5.5 % for everybody'],
  ['sales-tax', { taxPlan: { mode: 'flat', ppm: 88_750 } }, '8.875 % for everybody'],
  ['sales-tax', { taxPlan: { mode: 'included', countries: {} } }, 'Your prices include the tax'],
  ['sales-tax', { taxPlan: { mode: 'states', homeZip: '80202', states: {} } }, 'The rates of 0 states'],
  ['contact', { email: 'mara@keramik.test' }, 'mara@keramik.test'],
  ['gift-wrap', { wrapPrice: 400 }, '$4.00 for an order'],
  ['fees-and-pay', { hourlyPay: 2000 }, '$20.00 an hour'],
  ['stock', { lowStock: 2 }, 'Low at 2 or fewer'],
  ['time-zone', { timeZone: 'America/New_York' }, 'America/New York'],
  [
    'time-off',
    { closed: { from: '2098-12-01', to: '2098-12-10', text: '', orders: 'stop' } },
    'Dec 1, 2098 to Dec 10, 2098',
  ],
  [
    'time-off',
    { closed: { from: '2020-12-01', to: '2098-12-10', text: '', orders: 'stop' } },
    'Away until Dec 10, 2098',
  ],
  ['time-off', { closed: { from: '2020-12-01', to: '2020-12-10', text: '', orders: 'stop' } }, 'None planned'],
])('%s with %j is listed as %s', ([slug, settings, state]) => {
  expect(settingPart(slug)?.state({ ...DEFAULT_SETTINGS, ...settings })).toBe(state)
})
