// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { SETTINGS_FIELDS } from '#contract/admin/messages.ts'
import type { Settings } from '#contract/admin/settings.ts'
import { type AdminSlots, AdminSlotsContext, NO_SLOTS } from '#web/admin/slots/admin-slots.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import {
  LINK_SETTINGS,
  MONEY_SETTINGS,
  SETTINGS,
  SHIP_DAY_SETTINGS,
  SHOP_SETTINGS,
  STOCK_SETTINGS,
} from '#web/texts/admin-settings.ts'
import { NOT_FOUND } from '#web/texts/catalog.ts'
import SettingPartPage from './SettingPartPage.tsx'

const READ = 'GET /api/settings'
const SAVE = 'PUT /api/settings'
const CHANGED = { status: 409, body: { code: 'settings_changed', message: 'Changed.' } }

/** The settings as they are on the wire. */
const answered = (version: string, settings: Partial<Settings> = {}) => ({
  body: { ...DEFAULT_SETTINGS, tax: 5.5, shippingOne: 3.5, shippingMore: 5, ...settings, version },
})

beforeEach(() => sessionStorage.clear())

const SWITCHES: AdminSlots['switches'] = [
  { name: 'offersLetters', place: ['stock', 10], label: 'Show glazes', hint: 'On every product.' },
  { name: 'lowStockMails', place: ['stock', 20], label: 'Show kilns', hint: 'On every product.' },
]

/** A screen of the settings, which has the field. `saves` answers the next save, and every read after it. */
async function openSettings({
  part = 'shop',
  label = SHOP_SETTINGS.tagline,
  user = ADMIN,
  switches = {} as Settings['switches'],
} = {}) {
  const calls = expectCalls()
  calls.always(READ, answered('v1', { switches }))
  calls.always('GET /api/shop', 'lost')
  calls.always('GET /api/categories', { body: [] })
  const screenWithSlots = (
    <AdminSlotsContext value={{ ...NO_SLOTS, switches: SWITCHES }}>
      <SettingPartPage />
    </AdminSlotsContext>
  )
  const opened = openScreen(screenWithSlots, { path: '/admin/settings/:part', at: `/admin/settings/${part}`, user })
  await screen.findByLabelText(label)
  const saves = (settings: Partial<Settings>) => {
    calls.once(SAVE, answered('v2', settings))
    calls.always(READ, answered('v2', settings))
  }
  return { ...opened, calls, saves, sent: () => calls.sent(SAVE).map(({ body }) => body) }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: true })
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const bar = () => within(screen.getByRole('region', { name: SETTINGS.save }))
const press = (name: string) => fireEvent.click(bar().getByRole('button', { name }))
const status = (text: string) => waitFor(() => expect(bar().getByRole('status').textContent).toBe(text))

test('one press saves the changes of a screen, and the bar names what is not saved', async () => {
  const { saves, sent } = await openSettings({ part: 'contact', label: LINK_SETTINGS.email })
  await status(SETTINGS.allSaved)
  type(LINK_SETTINGS.email, 'mara@keramik.test')
  type(LINK_SETTINGS.contactText, 'Ask me.')
  fireEvent.click(field(LINK_SETTINGS.orderMails))
  await status(SETTINGS.notSaved('On the contact page, Email, Email me about orders'))
  type(LINK_SETTINGS.socialUrl, 'https://social.example/rain')
  await status(SETTINGS.notSaved('On the contact page, Email, Email me about orders and 1 more'))

  const changes = {
    ...{ email: 'mara@keramik.test', contactText: 'Ask me.', orderMails: false },
    socialUrl: 'https://social.example/rain',
  }
  saves(changes)
  press(SETTINGS.save)
  await status(SETTINGS.saved)
  expect(sent()).toEqual([{ ...changes, version: 'v1' }])
  expect(field(LINK_SETTINGS.contactText).value).toBe('Ask me.')
  expect(bar().queryByRole('button', { name: SETTINGS.discard })).toBeNull()

  press(SETTINGS.save)
  await status(SETTINGS.saved)
  expect(sent(), 'nothing was changed').toHaveLength(1)
})

test('all wrong fields are marked at once, the first has the focus, and what is right stays typed', async () => {
  const { sent } = await openSettings({ part: 'shipping', label: MONEY_SETTINGS.shippingOne })
  type(MONEY_SETTINGS.shippingOne, 'a lot')
  type(MONEY_SETTINGS.shippingMore, '5000')
  press(SETTINGS.save)
  await screen.findByText(MONEY_SETTINGS.amountMissing('3.50'))
  screen.getByText(SETTINGS_FIELDS.shippingTooHigh)
  bar().getByText(SETTINGS.lookAgain)
  await waitFor(() => expect(document.activeElement).toBe(field(MONEY_SETTINGS.shippingOne)))
  expect(sent()).toEqual([])
  expect(field(MONEY_SETTINGS.shippingMore).value).toBe('5000')

  type(MONEY_SETTINGS.shippingOne, '4,25')
  expect(screen.queryByText(MONEY_SETTINGS.amountMissing('3.50'))).toBeNull()
  type(MONEY_SETTINGS.shippingMore, '6')
  await waitFor(() => expect(bar().queryByRole('alert')).toBeNull())
})

test('a field that is refused on one screen does not keep another screen from being saved', async () => {
  const refused = await openSettings()
  type(SHOP_SETTINGS.name, ' ')
  press(SETTINGS.save)
  await screen.findByText(SETTINGS_FIELDS.enterName)
  expect(refused.sent()).toEqual([])
  refused.leave()

  const other = await openSettings({ part: 'days-to-ship', label: SHIP_DAY_SETTINGS.shipDays })
  await status(SETTINGS.allSaved)
  type(SHIP_DAY_SETTINGS.shipDays, '4-5')
  other.saves({ shipDays: { from: 4, to: 5 } })
  press(SETTINGS.save)
  await status(SETTINGS.saved)
  expect(other.sent()).toEqual([{ shipDays: { from: 4, to: 5 }, version: 'v1' }])
  other.leave()

  await openSettings()
  expect(field(SHOP_SETTINGS.name).value).toBe(' ')
})

test('a screen of no settings is not found', () => {
  openScreen(<SettingPartPage />, { path: '/admin/settings/:part', at: '/admin/settings/nothing', user: ADMIN })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(NOT_FOUND.page)
})

test('what another admin saved in other fields is taken over, and the save is repeated on top of it', async () => {
  const { calls, saves, sent } = await openSettings()
  type(SHOP_SETTINGS.tagline, 'Mine')
  calls.once(SAVE, CHANGED)
  calls.once(READ, answered('v7', { footerText: 'Theirs' }))
  saves({ tagline: 'Mine', footerText: 'Theirs' })
  press(SETTINGS.save)
  await status(SETTINGS.saved)
  expect(sent()).toEqual([
    { tagline: 'Mine', version: 'v1' },
    { tagline: 'Mine', version: 'v7' },
  ])
  expect(field(SHOP_SETTINGS.footerText).value).toBe('Theirs')
})

test('when both changed the same field, the bar names it, nothing is lost, and a second press saves', async () => {
  const { calls, saves, sent } = await openSettings()
  type(SHOP_SETTINGS.tagline, 'Mine')
  type(SHOP_SETTINGS.footerText, 'My footer')
  calls.once(SAVE, CHANGED)
  calls.always(READ, answered('v7', { tagline: 'Theirs' }))
  press(SETTINGS.save)
  await waitFor(() => expect(bar().getByRole('alert').textContent).toContain(SETTINGS.changedByBoth('Tagline')))
  expect([field(SHOP_SETTINGS.tagline).value, field(SHOP_SETTINGS.footerText).value]).toEqual(['Mine', 'My footer'])

  saves({ tagline: 'Mine', footerText: 'My footer' })
  press(SETTINGS.save)
  await status(SETTINGS.saved)
  expect(sent()[1]).toEqual({ tagline: 'Mine', footerText: 'My footer', version: 'v7' })
})

test('what is typed while a save is under way stays, as a change', async () => {
  const { calls } = await openSettings()
  type(SHOP_SETTINGS.tagline, 'First')
  const answer = calls.held(SAVE)
  press(SETTINGS.save)
  await waitFor(() => expect(calls.sent(SAVE)).toHaveLength(1))
  type(SHOP_SETTINGS.tagline, 'Second')
  calls.always(READ, answered('v2', { tagline: 'First' }))
  answer(answered('v2', { tagline: 'First' }))
  await status(SETTINGS.notSaved('Tagline'))
  expect(field(SHOP_SETTINGS.tagline).value).toBe('Second')
})

test('a failed save loses nothing, and says why in the bar', async () => {
  const { calls } = await openSettings()
  type(SHOP_SETTINGS.tagline, 'Mine')
  calls.once(SAVE, { status: 503, body: { code: 'unavailable', message: 'Not now.' } })
  press(SETTINGS.save)
  await waitFor(() => expect(bar().getByRole('alert').textContent).toContain('Not now.'))
  await status(SETTINGS.notSaved('Tagline'))
  expect(field(SHOP_SETTINGS.tagline).value).toBe('Mine')
})

test('the browser asks before the page is closed with unsaved settings, which are there on return until discarded', async () => {
  const first = await openSettings()
  const asksToStay = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(asksToStay()).toBe(false)
  type(SHOP_SETTINGS.tagline, 'Mine')
  expect(asksToStay()).toBe(true)
  first.leave()
  expect(asksToStay()).toBe(false)

  await openSettings({ user: { ...ADMIN, _id: 'another' } })
  expect(field(SHOP_SETTINGS.tagline).value).toBe('')
})

test('unsaved settings are restored after a reload, and discarded after a question', async () => {
  const first = await openSettings()
  type(SHOP_SETTINGS.tagline, 'Mine')
  await status(SETTINGS.notSaved('Tagline'))
  first.leave()

  await openSettings()
  expect(field(SHOP_SETTINGS.tagline).value).toBe('Mine')
  await status(SETTINGS.notSaved('Tagline'))
  fireEvent.click(bar().getAllByText(SETTINGS.discard)[0] as HTMLElement)
  screen.getByText(SETTINGS.confirmDiscard('Tagline'))
  fireEvent.click(bar().getAllByText(SETTINGS.discard)[1] as HTMLElement)
  await status(SETTINGS.allSaved)
  expect(field(SHOP_SETTINGS.tagline).value).toBe('')
  expect(Object.keys(sessionStorage)).toEqual([])
})

const STOCK = { part: 'stock', label: STOCK_SETTINGS.lowStock, switches: { offersLetters: true, lowStockMails: false } }

test('the switches of features are on the screen of their place, and saved with its settings', async () => {
  const { saves, sent } = await openSettings(STOCK)
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([true, false])
  type(STOCK_SETTINGS.lowStock, '5')
  fireEvent.click(screen.getByRole('checkbox', { name: /^Show kilns/ }))
  await status(SETTINGS.notSaved('Low-stock level, Show kilns'))
  saves({ lowStock: 5, switches: { offersLetters: true, lowStockMails: true } })
  press(SETTINGS.save)
  await status(SETTINGS.saved)
  expect(sent()).toEqual([{ lowStock: 5, switches: { lowStockMails: true }, version: 'v1' }])
})

test('a switch that another admin has changed meanwhile is taken over, beside the own changes', async () => {
  const { calls, saves, sent } = await openSettings(STOCK)
  fireEvent.click(screen.getByRole('checkbox', { name: /^Show glazes/ }))
  calls.once(SAVE, CHANGED)
  calls.once(READ, answered('v7', { switches: { offersLetters: true, lowStockMails: true } }))
  saves({ switches: { offersLetters: false, lowStockMails: true } })
  press(SETTINGS.save)
  await status(SETTINGS.saved)
  expect(sent()).toEqual([
    { switches: { offersLetters: false }, version: 'v1' },
    { switches: { offersLetters: false }, version: 'v7' },
  ])
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([false, true])
})

test('a switch that is not saved is as it was left after a reload', async () => {
  const first = await openSettings(STOCK)
  fireEvent.click(screen.getByRole('checkbox', { name: /^Show kilns/ }))
  await status(SETTINGS.notSaved('Show kilns'))
  first.leave()
  await openSettings(STOCK)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Show kilns/ }).checked).toBe(true)
  await status(SETTINGS.notSaved('Show kilns'))
})
