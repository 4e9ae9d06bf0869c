// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { TaxPlan } from '#contract/admin/tax-plan.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import { MONEY_SETTINGS, SETTINGS } from '#web/texts/admin-settings.ts'
import { TAX_SETTINGS } from '#web/texts/admin-tax.ts'
import SettingPartPage from '../SettingPartPage.tsx'
import { taxPlanOf, taxPlanText } from './tax-plan-texts.ts'

const SAVE = 'PUT /api/settings'
const SEND = 'POST /api/tax/rates/CO?name=co.csv'
const COLORADO = { by: 'origin', shipping: false, ppm: 29_000, table: false } as const
const PLAN: TaxPlan = { mode: 'states', homeZip: '80202', states: { CO: COLORADO } }
const FACTS = {
  state: 'CO',
  hasTax: true,
  sourcing: 'origin',
  shipping: 'untaxed',
  zips: 0,
  loadedAt: null,
  table: null,
}

const answered = (taxPlan: TaxPlan | null, version = 'v1', tax = 5.5) => ({
  body: { ...DEFAULT_SETTINGS, tax, shippingOne: 3.5, shippingMore: 5, taxPlan, version },
})

beforeEach(() => sessionStorage.clear())

async function openSettings(taxPlan: TaxPlan | null, tax?: number) {
  const calls = expectCalls()
  calls.always('GET /api/settings', answered(taxPlan, 'v1', tax))
  calls.always('GET /api/shop', 'lost')
  calls.always('GET /api/categories', { body: [] })
  const unknownZips = [{ state: 'CO', zip: '81999', city: 'Far Off', orders: 2 }]
  calls.always('GET /api/tax', { body: { asOf: '2026-11', source: 'Lists', states: [FACTS], unknownZips } })
  openScreen(<SettingPartPage />, { path: '/admin/settings/:part', at: '/admin/settings/sales-tax', user: ADMIN })
  await screen.findByRole('radio', { name: 'One rate for everybody' })
  const save = async (saved: TaxPlan | null) => {
    calls.once(SAVE, answered(saved, 'v2'))
    calls.always('GET /api/settings', answered(saved, 'v2'))
    fireEvent.click(screen.getByRole('button', { name: SETTINGS.save }))
    await waitFor(() => expect(calls.sent(SAVE)).toHaveLength(1))
    return calls.sent(SAVE)[0]?.body
  }
  return { calls, save }
}

const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })

test('a seller collects at home, by the hints on her state', async () => {
  const { save } = await openSettings(null)
  fireEvent.click(screen.getByRole('radio', { name: 'By state, where I am registered' }))
  type(TAX_SETTINGS.homeZip, '80202')
  await screen.findByText(TAX_SETTINGS.asOf('Nov 2026'))
  fireEvent.change(screen.getByLabelText(TAX_SETTINGS.addState), { target: { value: 'CO' } })
  type(TAX_SETTINGS.rate('Colorado'), '2.9')
  expect(screen.getByLabelText<HTMLInputElement>(TAX_SETTINGS.byHome).checked).toBe(true)
  expect(await save(PLAN)).toEqual({ taxPlan: PLAN, version: 'v1' })
})

test('a seller who collects no tax switches one rate on, which begins with 5.5 %', async () => {
  const { save } = await openSettings(null, 0)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'I do not collect tax yet' }).checked).toBe(true)
  expect(screen.queryByLabelText(MONEY_SETTINGS.tax)).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'My prices include the tax' }))
  fireEvent.click(screen.getByRole('radio', { name: 'One rate for everybody' }))
  expect(screen.getByLabelText<HTMLInputElement>(MONEY_SETTINGS.tax).value).toBe('5.5')
  expect(await save(null)).toEqual({ tax: 5.5, version: 'v1' })
})

test('a rate with three decimals is a plan, and one with two is the shop’s rate', async () => {
  const { save } = await openSettings(null)
  type(MONEY_SETTINGS.tax, '8.875')
  expect(await save({ mode: 'flat', ppm: 88_750 })).toEqual({ taxPlan: { mode: 'flat', ppm: 88_750 }, version: 'v1' })
})

test('a country whose tax the prices include is chosen by its name', async () => {
  const { save } = await openSettings(null)
  fireEvent.click(screen.getByRole('radio', { name: 'My prices include the tax' }))
  fireEvent.change(screen.getByLabelText(TAX_SETTINGS.addCountry), { target: { value: 'DE' } })
  type(TAX_SETTINGS.rate('Germany'), '19')
  const plan = { mode: 'included', countries: { DE: 190_000 } } as const
  expect(await save(plan)).toEqual({ taxPlan: plan, version: 'v1' })
})

test('a missing rate is said at its field, and nothing is sent', async () => {
  const { calls } = await openSettings(PLAN)
  type(TAX_SETTINGS.rate('Colorado'), '')
  fireEvent.click(screen.getByRole('button', { name: SETTINGS.save }))
  await waitFor(() => expect(screen.getAllByText(TAX_SETTINGS.lookAgain).length).toBeGreaterThan(0))
  expect(calls.sent(SAVE)).toEqual([])
})

test('a file is read first, and loaded when the seller says so', async () => {
  const { calls } = await openSettings({ ...PLAN, states: { CO: { ...COLORADO, table: true } } })
  const account = {
    state: 'CO',
    rows: 2,
    added: 2,
    changed: 0,
    removed: 0,
    broken: [],
    brokenRows: 0,
    odd: [],
    oddRows: 0,
  }
  calls.once(`${SEND}&dryRun=true`, { body: { ...account, isLoaded: false } })
  const file = new File(['zip,rate\n80202,0.0881\n'], 'co.csv', { type: 'text/csv' })
  fireEvent.change(await screen.findByLabelText(TAX_SETTINGS.chooseFile('Colorado')), { target: { files: [file] } })
  await screen.findByText(TAX_SETTINGS.found(2))
  calls.once(`${SEND}&dryRun=false`, { body: { ...account, isLoaded: true } })
  fireEvent.click(screen.getByRole('button', { name: TAX_SETTINGS.load }))
  await screen.findByText(TAX_SETTINGS.isLoaded)
})

test.for([
  [null],
  [{ mode: 'flat', ppm: 90_625 }],
  [PLAN],
  [{ mode: 'included', countries: { DE: 190_000, AT: 200_000 } }],
] as [TaxPlan | null][])('the plan %j is the same after it was shown', ([plan]) => {
  expect(taxPlanOf(taxPlanText(plan))).toEqual(plan)
})

test.for(['8.87501', '101', '-1', 'none', ''])('%j is no rate', (percent) => {
  expect(taxPlanOf(JSON.stringify({ mode: 'flat', percent }))).toBeNaN()
})
