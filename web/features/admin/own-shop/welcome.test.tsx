// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WELCOME_CARDS, type WelcomeCard } from '#contract/admin/own-shop.ts'
import { DEFAULT_SETTINGS } from '#contract/defaults.ts'
import { expectCalls } from '../../../testing/calls.ts'
import { ADMIN, EDITED_LOOK } from '../../../testing/factories.ts'
import { openScreen } from '../../../testing/screens.tsx'
import { LOOK_COLORS, LOOK_FONTS } from '../../../texts/admin-look.ts'
import { WELCOME } from '../../../texts/admin-own-shop.ts'
import { MONEY_SETTINGS, PROMISE_SETTINGS } from '../../../texts/admin-settings.ts'
import WelcomePage from './WelcomePage.tsx'

const SAVE_STATE = 'PUT /api/own-shop'
const SAVE_SETTINGS = 'PUT /api/settings'
const SAVE_LOOK = 'PUT /api/look'

const ownShop = (step: number) => ({
  hasDemo: false,
  keepsDemo: false,
  welcome: { step, isDone: false },
  tasks: { products: 0, takesCards: false, sendsMail: false, hasAddress: false, hasPolicies: false },
})
const settings = (version: string) => ({
  body: { ...DEFAULT_SETTINGS, tax: 5.5, shippingOne: 3.5, shippingMore: 5, version },
})

/** The welcome, left before this card. */
async function openWelcome(card: WelcomeCard) {
  const step = WELCOME_CARDS.indexOf(card)
  const calls = expectCalls()
  calls.always('GET /api/own-shop', { body: ownShop(step) })
  calls.always('GET /api/look', { body: EDITED_LOOK })
  calls.always('GET /api/settings', settings('v1'))
  calls.always('GET /api/look/preview?path=%2F', { body: '<!doctype html>' })
  calls.always('GET /api/shop', 'lost')
  const opened = openScreen(<WelcomePage />, { path: '/admin/welcome', user: ADMIN })
  await shown(card)
  return { ...opened, calls, sent: (call: string) => calls.sent(call).map(({ body }) => body) }
}

const shown = (card: WelcomeCard) => screen.findByRole('heading', { name: WELCOME.cards[card][0] })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const textIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('a refused field stops Next, and Skip and publish saves only the fields that are right', async () => {
  const { calls, sent, place } = await openWelcome('delivery')
  type(PROMISE_SETTINGS.shipDays, '4-5')
  type(MONEY_SETTINGS.shippingOne, 'a lot')
  press(WELCOME.finish)
  await screen.findByText(MONEY_SETTINGS.amountMissing('3.50'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(MONEY_SETTINGS.shippingOne)))
  expect(sent(SAVE_SETTINGS)).toEqual([])

  calls.once(SAVE_SETTINGS, settings('v2'))
  calls.once(SAVE_STATE, { body: ownShop(5) })
  press(WELCOME.skipLast)
  await waitFor(() => expect(place().path).toBe('/admin/dashboard'))
  expect(sent(SAVE_SETTINGS)).toEqual([{ shipDays: { from: 4, to: 5 } }])
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
  fireEvent.click(screen.getByLabelText(LOOK_FONTS.pairs.modern))
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
