// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { SHIPPING_PLAN } from '#contract/admin/messages.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import { SETTINGS } from '#web/texts/admin-settings.ts'
import { SHIPPING_PLAN_TEXTS as T } from '#web/texts/admin-shipping.ts'
import SettingPartPage from '../SettingPartPage.tsx'

const READ = 'GET /api/settings'
const SAVE = 'PUT /api/settings'
const RATES = 'GET /api/rates?country='
const rates = (tax: object, pickupTax?: object) => ({ body: { methods: [], tax, pickupTax } })
const onWire = (fields: object, version: string) => ({
  body: { ...DEFAULT_SETTINGS, tax: 5.5, shippingOne: 3.5, shippingMore: 5, ...fields, version },
})

beforeEach(() => sessionStorage.clear())

async function openSettings(shipping: object | null = null) {
  const calls = expectCalls()
  calls.always(READ, onWire({ shipping }, 'v1'))
  calls.always('GET /api/shop', 'lost')
  calls.always('GET /api/categories', { body: [] })
  const flat = { ppm: 55_000, mode: 'flat', shipping: false }
  for (const state of ['CO', 'AK', 'CO&zip=80202', 'CO&zip=99501'])
    calls.always(`${RATES}US&state=${state}`, rates(flat))
  calls.always(`${RATES}CA`, rates({ ...flat, ppm: 0 }, flat))
  if (shipping) calls.always('GET /api/products?view=admin&show=unweighed', page(0))
  openScreen(<SettingPartPage />, { path: '/admin/settings/:part', at: '/admin/settings/shipping', user: ADMIN })
  const section = await screen.findByRole('region', { name: T.title })
  const save = () => fireEvent.click(screen.getByRole('button', { name: SETTINGS.save }))
  /** What the box to try the plan says. */
  const answer = () => within(screen.getByRole('region', { name: T.try })).getByRole('status').textContent
  return { calls, save, answer, within: within(section) }
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('a plan starts with a card at the prices of the shop, warns about Alaska and Hawaii, can be tried and is saved', async () => {
  const { calls, save, answer, within } = await openSettings()
  press(/^First product and more/)
  expect(within.getByText(T.farStates('Alaska and Hawaii'))).toBeTruthy()
  press(T.namePrices)
  expect(within.queryByText(T.farStates('Alaska and Hawaii'))).toBeNull()
  const [atHome, far] = within.getAllByLabelText(T.days)
  if (!atHome || !far) throw new Error('two groups of places')
  type(atHome, '3-6')
  const prices = within.getAllByLabelText<HTMLInputElement>(T.price)
  expect(prices.map(({ value }) => value)).toEqual(['3.50', '5.00', '3.50', '5.00'])
  type(prices[2] as HTMLElement, '12')
  type(within.getByLabelText(T.tryState), 'US-AK')
  expect(answer()).toContain('$12.00')
  type(within.getByLabelText(T.tryState), 'CA')
  expect(answer()).toBe(T.tryNothing)
  calls.once(SAVE, onWire({}, 'v2'))
  save()
  await waitFor(() => expect(calls.sent(SAVE)).toHaveLength(1))
  const { shipping } = (calls.sent(SAVE)[0] as { body: { shipping: { zones: Record<string, unknown>[] } } }).body
  expect(shipping.zones.map(({ name, places }) => [name, places])).toEqual([
    [T.home, ['US']],
    [T.far, ['US-AK', 'US-HI']],
  ])
  expect(shipping.zones[0]?.methods).toEqual([
    {
      ...{ id: expect.any(String), name: T.standard, by: 'pieces', days: { from: 3, to: 6 } },
      bands: [
        { upTo: 1, price: 3.5 },
        { upTo: null, price: 5 },
      ],
    },
  ])
})

test('a plan that cannot be saved says why, and what is typed stays', async () => {
  const { calls, save, answer, within } = await openSettings()
  press(/^One price/)
  type(within.getByLabelText(T.price), 'a lot')
  save()
  expect(await within.findByText(SHIPPING_PLAN.enterNumbers)).toBeTruthy()
  expect(answer()).toBe(T.tryProblem)
  type(within.getByLabelText(T.price), '4')
  press(T.addBand)
  type(within.getByLabelText(T.upTo.pieces), '0')
  type(within.getAllByLabelText(T.price)[0] as HTMLElement, '3')
  save()
  expect(await within.findByText(SHIPPING_PLAN.bandsAscend)).toBeTruthy()
  expect(calls.sent(SAVE)).toEqual([])
})

test('what is wrong in a plan is marked at its fields until it is right, and the first one gets the focus', async () => {
  const { save, within } = await openSettings()
  press(/^First product and more/)
  press(T.addMethod)
  const fields = (label: string) => within.getAllByLabelText<HTMLInputElement>(label)
  const isMarked = (field: HTMLElement | undefined) => field?.getAttribute('aria-invalid') === 'true'
  const [, more, ofSecond] = fields(T.price)
  const [, days] = fields(T.days)
  type(days as HTMLElement, 'soon')
  type(more as HTMLElement, 'a lot')
  save()
  await waitFor(() => expect(isMarked(more)).toBe(true))
  expect([...fields(T.price), ...fields(T.days)].map(isMarked)).toEqual([false, true, true, false, true])
  expect(document.activeElement).toBe(more)
  type(more as HTMLElement, '5')
  expect([more, ofSecond, days].map(isMarked)).toEqual([false, true, true])
})

test('the two prices come back when the plan is removed', async () => {
  const methods = [{ id: 'a', name: 'Mail', by: 'grams', bands: [{ upTo: null, price: 4 }] }]
  const zones = [{ name: 'USA', places: ['US', 'US-AK', 'US-HI'], methods }]
  const { calls, save, within } = await openSettings({ zones, usualGrams: 250, packingGrams: 100 })
  expect(within.getByLabelText<HTMLInputElement>(T.usualGrams).value).toBe('250')
  for (const at of [0, 1]) fireEvent.click(within.getAllByText(T.back)[at] as HTMLElement)
  calls.once(SAVE, onWire({}, 'v2'))
  save()
  await waitFor(() => expect(calls.sent(SAVE).map(({ body }) => body)).toEqual([{ shipping: null, version: 'v1' }]))
})

test('the box to try a plan says tax and total of each way, and of picking up', async () => {
  const { answer, within } = await openSettings()
  press(/^One price/)
  type(within.getByLabelText(T.price), '4')
  await waitFor(() => expect(answer()).toBe(`${T.standard}$4.00$1.10 tax (5.5 %), $25.10 in all`))
  type(within.getByLabelText(T.tryZip), '80202')
  type(within.getByLabelText(T.tryPieces), '3')
  type(within.getByLabelText(T.tryGoods), '30')
  await waitFor(() => expect(answer()).toContain('$1.65 tax (5.5 %), $35.65 in all'))
  type(within.getByLabelText(T.tryZip), '99501')
  expect(within.getByText(T.tryZipElsewhere('Alaska'))).toBeTruthy()
  fireEvent.click(within.getByRole('checkbox', { name: T.pickup }))
  type(within.getByLabelText(T.pickupAddress), '5 Mill Lane')
  type(within.getByLabelText(T.tryState), 'CA')
  expect(within.queryByLabelText(T.tryZip)).toBeNull()
  await waitFor(() => expect(answer()).toBe(`${T.tryNothing}${T.tryPickup}${T.free}$1.65 tax (5.5 %), $31.65 in all`))
})

test('a plan with a country says where pieces are made, and which ones customs would ask about', async () => {
  const { calls, save, within } = await openSettings()
  calls.always('GET /api/products?view=admin&show=unweighed', page(1))
  calls.always('GET /api/products?view=admin&show=undeclared', page(2))
  press(/^One price/)
  expect(within.queryByLabelText(T.madeIn)).toBeNull()
  type(within.getByLabelText(T.addPlace), 'CA')
  expect((await within.findByText(T.unweighed(1))).closest('a')?.getAttribute('href')).toBe(
    '/admin/productlist?show=unweighed',
  )
  expect(within.getByText('2 products lack an HS code or a name for customs')).toBeTruthy()
  type(within.getByLabelText(T.madeIn), 'PT')
  calls.once(SAVE, onWire({}, 'v2'))
  save()
  await waitFor(() => expect(calls.sent(SAVE)).toMatchObject([{ body: { shipping: { originCountry: 'PT' } } }]))
})

const page = (total: number) => ({ body: { products: [], page: 1, pages: 1, total } })
