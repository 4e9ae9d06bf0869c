// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { EditedLook } from '#contract/admin/look.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN, EDITED_LOOK } from '#web/testing/factories.ts'
import { LOOK, LOOK_COLORS, LOOK_FONTS, LOOK_HERO, LOOK_PHOTO } from '#web/texts/admin-look.ts'
import { HOME_SETTINGS, MONEY_SETTINGS, SHIP_DAY_SETTINGS, TIME_ZONE_SETTINGS } from '#web/texts/admin-settings.ts'
import { WELCOME_CARDS, type WelcomeCard } from '../contract.ts'
import { WELCOME } from './texts.ts'
import WelcomePage from './WelcomePage.tsx'

const SAVE_STATE = 'PUT /api/own-shop'
const SAVE_SETTINGS = 'PUT /api/settings'
const SAVE_LOOK = 'PUT /api/look'
const READ_LOOK = 'GET /api/look'
const PUBLISH = 'POST /api/look/publish'
const UPLOAD = 'POST /api/products/uploadImage'
const CHANGED = { status: 409, body: { code: 'look_changed', message: 'Changed.' } }

const ownShop = (step: number) => ({
  hasDemo: false,
  keepsDemo: false,
  welcome: { step, isDone: false },
  tasks: {
    ...{ products: 0, takesCards: false, sendsMail: false, hasShipDays: false },
    hasAddress: false,
    hasPolicies: false,
  },
})
const HERE = 'Europe/Lisbon'
const settings = (version: string, timeZone = HERE, tax = 5.5) => ({
  body: { ...DEFAULT_SETTINGS, timeZone, tax, shippingOne: 3.5, shippingMore: 5, version },
})

beforeEach(() => sessionStorage.clear())

/** The welcome, left before this card; it opens there, or on an earlier one. */
async function openWelcome(card: WelcomeCard, { timeZone = HERE, tax = 5.5, opens = card } = {}) {
  const step = WELCOME_CARDS.indexOf(card)
  const calls = expectCalls()
  calls.always('GET /api/own-shop', { body: ownShop(step) })
  calls.always(READ_LOOK, { body: EDITED_LOOK })
  calls.always('GET /api/settings', settings('v1', timeZone, tax))
  calls.always('GET /api/look/preview?path=%2F&scheme=light', { body: '<!doctype html>' })
  calls.always('GET /api/shop', 'lost')
  const opened = openScreen(<WelcomePage />, { path: '/admin/welcome', user: ADMIN })
  await shown(opens)
  return { ...opened, calls, sent: (call: string) => calls.sent(call).map(({ body }) => body) }
}

const shown = (card: WelcomeCard) => screen.findByRole('heading', { name: WELCOME.cards[card][0] })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const textIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('a refused field stops Next, and Skip and publish saves only the fields that are right', async () => {
  const { calls, sent, place } = await openWelcome('delivery')
  type(SHIP_DAY_SETTINGS.shipDays, '4-5')
  type(MONEY_SETTINGS.shippingOne, 'a lot')
  press(WELCOME.finish)
  await screen.findByText(MONEY_SETTINGS.amountMissing('3.50'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(MONEY_SETTINGS.shippingOne)))
  expect(sent(SAVE_SETTINGS)).toEqual([])

  calls.once(SAVE_SETTINGS, settings('v2'))
  calls.once(SAVE_STATE, { body: ownShop(5) })
  press(WELCOME.skipLast)
  await waitFor(() => expect(place()).toMatchObject({ path: '/admin/dashboard', state: { isPublished: true } }))
  expect(sent(SAVE_SETTINGS)).toEqual([{ shipDays: { from: 4, to: 5 }, version: 'v1' }])
})

test('the last card asks about sales tax, and takes the time zone of the browser for a new shop', async () => {
  const browser = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { calls, sent } = await openWelcome('delivery', { timeZone: DEFAULT_SETTINGS.timeZone })
  expect(textIn(TIME_ZONE_SETTINGS.timeZone)).toBe(browser)
  expect(textIn(MONEY_SETTINGS.tax)).toBe('5.5')
  fireEvent.change(screen.getByLabelText(TIME_ZONE_SETTINGS.timeZone), { target: { value: HERE } })
  fireEvent.click(screen.getByRole('radio', { name: 'I do not collect tax yet' }))
  expect(screen.queryByLabelText(MONEY_SETTINGS.tax)).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Everybody pays one rate' }))
  expect(textIn(MONEY_SETTINGS.tax)).toBe('5.5')
  type(MONEY_SETTINGS.tax, '0')
  expect(textIn(MONEY_SETTINGS.tax)).toBe('0')
  fireEvent.click(screen.getByRole('radio', { name: 'I do not collect tax yet' }))
  calls.once(SAVE_SETTINGS, settings('v2'))
  calls.once(SAVE_STATE, { body: ownShop(5) })
  press(WELCOME.finish)
  await waitFor(() => expect(sent(SAVE_SETTINGS)).toEqual([{ timeZone: HERE, tax: 0, version: 'v1' }]))
})

test('an owner who collects no tax yet is offered 5.5 % when she says that she does', async () => {
  const { calls, sent } = await openWelcome('delivery', { tax: 0 })
  expect(screen.queryByLabelText(MONEY_SETTINGS.tax)).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Everybody pays one rate' }))
  expect(textIn(MONEY_SETTINGS.tax)).toBe('5.5')
  calls.once(SAVE_SETTINGS, settings('v2'))
  calls.once(SAVE_STATE, { body: ownShop(5) })
  press(WELCOME.finish)
  await waitFor(() => expect(sent(SAVE_SETTINGS)).toEqual([{ tax: 5.5, version: 'v1' }]))
})

test('an error goes when its field is put right by hand', async () => {
  const { sent } = await openWelcome('delivery')
  const before = textIn(MONEY_SETTINGS.shippingOne)
  type(MONEY_SETTINGS.shippingOne, 'a lot')
  fireEvent.blur(screen.getByLabelText(MONEY_SETTINGS.shippingOne))
  await screen.findByText(MONEY_SETTINGS.amountMissing('3.50'))
  type(MONEY_SETTINGS.shippingOne, before)
  fireEvent.blur(screen.getByLabelText(MONEY_SETTINGS.shippingOne))
  await waitFor(() => expect(screen.queryByText(MONEY_SETTINGS.amountMissing('3.50'))).toBeNull())
  expect(sent(SAVE_SETTINGS)).toEqual([])
})

test('a refused color stops Next at its card, and Skip takes back only the color', async () => {
  const { calls, sent } = await openWelcome('colors')
  const message = 'Text cannot be read on #888888.'
  const refused = {
    status: 422,
    body: { code: 'look_refused', message, issues: [{ path: 'look.background', message }] },
  }
  calls.always(SAVE_LOOK, refused)
  type(LOOK_COLORS.background, '#888888')
  fireEvent.click(screen.getByLabelText(LOOK_FONTS.pairs.modern.join(' ')))
  press(WELCOME.next)
  await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(0))
  await waitFor(() => expect(screen.getByRole('button', { name: WELCOME.next }).ariaBusy).not.toBe('true'))
  expect(sent(SAVE_STATE)).toEqual([])
  await shown('colors')

  calls.once(SAVE_LOOK, refused)
  calls.once(SAVE_LOOK, {
    body: { ...EDITED_LOOK, look: { ...EDITED_LOOK.look, fonts: 'modern' }, isDraft: true, version: 'v2' },
  })
  calls.once(SAVE_STATE, { body: ownShop(2) })
  press(WELCOME.skip)
  await shown('hero')
  expect(sent(SAVE_LOOK).at(-1)).toMatchObject({ look: { background: '#faf6ee', fonts: 'modern' }, version: 'v1' })
  expect(screen.queryByText(message)).toBeNull()
})

test('a reload opens the card that she went back to, with the story that she typed', async () => {
  const { leave } = await openWelcome('delivery')
  press(WELCOME.back)
  await shown('story')
  fireEvent.change(screen.getByLabelText(HOME_SETTINGS.story), { target: { value: 'I began at a kitchen table.' } })
  leave()
  await openWelcome('delivery', { opens: 'story' })
  expect(textIn(HOME_SETTINGS.story)).toBe('I began at a kitchen table.')
})

const draftOf = (version: string, look: Partial<EditedLook['look']>) => ({
  body: { ...EDITED_LOOK, look: { ...EDITED_LOOK.look, ...look }, isDraft: true, version },
})

/** Chooses a photo on the card of the hero and goes on to the last card; the upload is not answered yet. */
async function uploadAndGoOn() {
  const opened = await openWelcome('hero')
  const { calls } = opened
  const answer = calls.held(UPLOAD)
  const files = [new File(['pixels'], 'hero.png', { type: 'image/png' })]
  fireEvent.change(screen.getByLabelText(LOOK_PHOTO.add(LOOK_HERO.photo)), { target: { files } })
  for (const card of ['story', 'delivery'] as const) {
    calls.once(SAVE_STATE, { body: ownShop(WELCOME_CARDS.indexOf(card)) })
    press(WELCOME.next)
    await shown(card)
    await waitFor(() => expect(screen.getByRole('button', { name: /Next|Publish/ }).ariaBusy).not.toBe('true'))
  }
  return { ...opened, answer }
}

test('Publish waits for an upload of an earlier card, and publishes its photo', async () => {
  const { calls, sent, place, answer } = await uploadAndGoOn()
  press(WELCOME.finish)
  await screen.findByText(LOOK.waiting)
  expect(sent(SAVE_STATE).at(-1)).toEqual({ welcomeStep: 4 })

  const image = { Location: '/images/hero.jpg', alt: '', width: 40, height: 40, placeholder: '' }
  const photo = { ...image, focus: { x: 50, y: 50 } }
  const hero = { ...EDITED_LOOK.look.hero, photo }
  calls.once(SAVE_LOOK, draftOf('v2', { hero }))
  calls.once(PUBLISH, { body: { ...draftOf('v3', { hero }).body, isDraft: false } })
  calls.once(SAVE_STATE, { body: ownShop(5) })
  answer({ status: 201, body: [image] })
  await waitFor(() => expect(place().path).toBe('/admin/dashboard'))
  expect(sent(SAVE_LOOK)).toMatchObject([{ look: { hero: { photo: { Location: image.Location } } }, version: 'v1' }])
  expect(sent(PUBLISH)).toEqual([{ version: 'v2' }])
})

test('Publish stops when an upload fails, names the file, and the next press publishes without it', async () => {
  const { calls, sent, place, answer } = await uploadAndGoOn()
  press(WELCOME.finish)
  await screen.findByText(LOOK.waiting)
  answer({ status: 422, body: { code: 'photo_unreadable', message: 'This photo cannot be read.' } })
  await screen.findByText(LOOK_PHOTO.failed('hero.png', 'This photo cannot be read.'))
  await waitFor(() => expect(screen.getByRole('button', { name: WELCOME.finish }).ariaBusy).not.toBe('true'))
  expect(place().path).toBe('/admin/welcome')

  calls.once(SAVE_STATE, { body: ownShop(5) })
  press(WELCOME.finish)
  await waitFor(() => expect(place().path).toBe('/admin/dashboard'))
  expect(sent(PUBLISH)).toEqual([])
})

test('a look that another tab has changed stops Next, and is loaded again with what was typed here', async () => {
  const { calls, sent } = await openWelcome('hero')
  calls.once(SAVE_LOOK, CHANGED)
  type(LOOK_HERO.headline, 'Stoneware from Leeds')
  press(WELCOME.next)
  await screen.findByText('Changed.')
  await waitFor(() => expect(screen.getByRole('button', { name: WELCOME.next }).ariaBusy).not.toBe('true'))
  await shown('hero')
  expect(sent(SAVE_STATE)).toEqual([])

  const title = 'Stoneware from Leeds'
  calls.always(READ_LOOK, draftOf('v7', { fonts: 'modern' }))
  calls.once(SAVE_LOOK, draftOf('v8', { fonts: 'modern', hero: { ...EDITED_LOOK.look.hero, title } }))
  press(LOOK.load)
  await waitFor(() => expect(screen.queryByText('Changed.')).toBeNull())
  await waitFor(() => expect(sent(SAVE_LOOK)).toHaveLength(2))
  expect(sent(SAVE_LOOK)[1]).toMatchObject({ look: { hero: { title }, fonts: 'modern' }, version: 'v7' })
  expect(textIn(LOOK_HERO.headline)).toBe(title)
})
