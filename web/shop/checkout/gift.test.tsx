// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { GIFT_NOTE_MAX } from '#contract/gift-notes.ts'
import { ORDER_FIELDS } from '#contract/messages.ts'
import { TEXT } from '#contract/texts.ts'
import { saveDraft } from '#web/lib/drafts.ts'
import { shopApi } from '#web/shop/settings/shopApi.ts'
import { finishCheckout } from '#web/shop/visitor/finish-checkout.ts'
import { giftDraft } from '#web/shop/visitor/gift-draft.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADA, ADDRESS, answeredOrder, answeredProduct, PEN, SHOP } from '#web/testing/factories.ts'
import { GIFT, ORDER_SUMMARY, PLACE_ORDER } from '#web/texts/checkout.ts'
import { PlaceOrderPage } from './PlaceOrderPage.tsx'

const PLACE = 'POST /api/orders'
const PRODUCT = `GET /api/products/${PEN.product}`
/** The rates of `SHOP` as the API answers them. */
const RATES = { tax: 5.5, shippingOne: 3.5, shippingMore: 5 }

beforeEach(() => sessionStorage.clear())

/** Ada at the last step with a pen for $19.99, in a shop with gift wrap for that many cents. */
async function openLastStep(wrapPrice: number | null = 400, calls = expectCalls()) {
  calls.once(PRODUCT, { body: answeredProduct() })
  const page = openScreen(<PlaceOrderPage />, {
    path: '/placeorder',
    user: ADA,
    cart: { cartItems: [PEN], shippingAddress: ADDRESS, paymentMethod: PAYMENT_METHOD },
  })
  const value = { ...SHOP, wrapPrice }
  page.store.dispatch(shopApi.util.upsertQueryEntries([{ endpointName: 'shop', arg: undefined, value }]))
  await waitFor(() => expect(calls.sent(PRODUCT)).not.toHaveLength(0))
  return { ...page, calls }
}

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const note = () => screen.getByLabelText<HTMLTextAreaElement>(GIFT.note)
const write = (text: string) => fireEvent.change(note(), { target: { value: text } })
const wrapFigure = () => screen.queryByText(ORDER_SUMMARY.wrap)?.nextElementSibling?.textContent
const press = () => fireEvent.click(screen.getByRole('button', { name: TEXT.proceedToCheckout }))
const idle = () =>
  waitFor(() =>
    expect(screen.getByRole('button', { name: TEXT.proceedToCheckout }).getAttribute('aria-busy')).not.toBe('true'),
  )
const alertTexts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

test('a gift is sent with its wrap and its note, and a reload brings it back', async () => {
  const { calls, leave } = await openLastStep()
  fireEvent.click(box(GIFT.isGift))
  fireEvent.click(box(GIFT.wrap(400)))
  expect(wrapFigure()).toBe('$4.00')
  write('Happy birthday, Zoë!')
  screen.getByText(GIFT.length(20, GIFT_NOTE_MAX))
  leave()
  await openLastStep(400, calls)
  expect([note().value, box(GIFT.wrap(400)).checked, wrapFigure()]).toEqual(['Happy birthday, Zoë!', true, '$4.00'])
  calls.once(PLACE, { body: answeredOrder() })
  press()
  await waitFor(() =>
    expect(calls.sent(PLACE)).toMatchObject([
      { body: { giftNote: 'Happy birthday, Zoë!', giftWrap: true, wrapPrice: 4, taxPrice: 1.32, totalPrice: 28.81 } },
    ]),
  )
})

test('without “It’s a gift” nothing of one is sent, and what was entered is back when it is one after all', async () => {
  const { calls } = await openLastStep()
  fireEvent.click(box(GIFT.isGift))
  fireEvent.click(box(GIFT.wrap(400)))
  write('For you')
  fireEvent.click(box(GIFT.isGift))
  expect(wrapFigure()).toBeUndefined()
  calls.once(PLACE, { status: 429, body: { code: 'rate_limited', message: 'Later.' } })
  press()
  await waitFor(() => expect(alertTexts()).toEqual(['Later.']))
  for (const field of ['giftNote', 'giftWrap', 'wrapPrice'])
    expect(calls.sent(PLACE)[0]?.body).not.toHaveProperty(field)
  fireEvent.click(box(GIFT.isGift))
  expect([note().value, wrapFigure()]).toEqual(['For you', '$4.00'])
})

test('a shop without gift wrap offers a note alone', async () => {
  saveDraft('gift', ADA._id, { isGift: true, wrap: true, note: 'For you' })
  const { calls } = await openLastStep(null)
  expect([screen.queryByLabelText(/^Gift wrap/), wrapFigure()]).toEqual([null, undefined])
  calls.once(PLACE, { body: answeredOrder() })
  press()
  await waitFor(() => expect(calls.sent(PLACE)).toMatchObject([{ body: { giftNote: 'For you', totalPrice: 24.59 } }]))
  expect(calls.sent(PLACE)[0]?.body).not.toHaveProperty('giftWrap')
})

test.for([
  ['is dearer', 6, PLACE_ORDER.pricesChanged(3092), '$6.00', 30.92],
  ['is no longer offered', null, 'Gift wrap is no longer offered.', undefined, 24.59],
] as const)(
  'gift wrap that %s is said, and the next press sends the new total',
  async ([, now, sentence, isShown, total]) => {
    saveDraft('gift', ADA._id, { isGift: true, wrap: true, note: '' })
    const { calls } = await openLastStep()
    const wrap = now === null ? {} : { wrapPrice: now }
    const quote = { itemsPrice: 19.99, shippingPrice: 3.5, taxPrice: 1.1, ...wrap, discount: 0, totalPrice: total }
    const message = 'Gift wrap is no longer offered.'
    calls.once(PLACE, { status: 409, body: { code: 'price_changed', message, quote } })
    calls.once(PRODUCT, { body: answeredProduct() })
    calls.once('GET /api/shop', { body: { ...SHOP, ...RATES, wrapPrice: now } })
    press()
    await waitFor(() => expect(alertTexts()).toEqual([sentence]))
    await waitFor(() => expect(wrapFigure()).toBe(isShown))
    await idle()
    calls.once(PLACE, { body: answeredOrder() })
    press()
    await waitFor(() => expect(calls.sent(PLACE)[1]?.body).toMatchObject({ totalPrice: total }))
  },
)

test('a note that is too long says so as it is typed, and gets the focus instead of being sent', async () => {
  const { calls } = await openLastStep()
  fireEvent.click(box(GIFT.isGift))
  write('a'.repeat(GIFT_NOTE_MAX + 1))
  const sentence = ORDER_FIELDS.giftNoteTooLong(GIFT_NOTE_MAX)
  screen.getByText(sentence)
  press()
  await waitFor(() => expect(document.activeElement).toBe(note()))
  expect([alertTexts(), calls.sent(PLACE)]).toEqual([[], []])
  write('a'.repeat(GIFT_NOTE_MAX))
  expect(screen.queryByText(sentence)).toBeNull()
})

test('what the server says about a note is at its field until it is changed', async () => {
  const { calls } = await openLastStep()
  fireEvent.click(box(GIFT.isGift))
  write('Dear Anna')
  const issues = [{ path: 'giftNote', message: 'Remove the characters.' }]
  calls.once(PLACE, { status: 400, body: { code: 'invalid_request', message: 'Remove the characters.', issues } })
  press()
  await screen.findByText('Remove the characters.')
  expect([alertTexts(), document.activeElement]).toEqual([[], note()])
  write('Anna')
  expect(screen.queryByText('Remove the characters.')).toBeNull()
})

const NONE = { isGift: false, wrap: false, note: '' }
test.for([
  [{ isGift: 'yes', wrap: 1, note: ['x'] }, NONE],
  [
    { isGift: true, wrap: null, note: 'For you' },
    { isGift: true, wrap: false, note: 'For you' },
  ],
  ['gift', NONE],
  [null, NONE],
  [[true], NONE],
] as const)('the stored gift %j is read as %j', ([storedGift, giftRead]) => {
  saveDraft('gift', ADA._id, storedGift)
  expect(giftDraft(ADA._id)).toEqual(giftRead)
})

const MUG = { ...PEN, product: 'mug', name: 'Mug' }
const boughtPen = { _id: 'order', orderItems: [{ ...PEN, slug: 'walnut-pen' }], couponCode: null }
const GIFT_GIVEN = { isGift: true, wrap: true, note: 'For you' }

test.for([
  ['that holds nothing else', [], {}, NONE],
  ['with another piece', [MUG], {}, GIFT_GIVEN],
  ['with another piece, after a gift', [MUG], { giftNote: 'For you' }, NONE],
] as const)('a paid order leaves a cart %s with %j and the gift', ([, situation, gift, note]) => {
  const { store } = openScreen(null, { path: '/', user: ADA, cart: { cartItems: [PEN, ...situation] } })
  saveDraft('gift', ADA._id, GIFT_GIVEN)
  for (let times = 1; times <= 2; times++) store.dispatch(finishCheckout({ ...boughtPen, ...gift }))
  expect([giftDraft(ADA._id), store.getState().cart.cartItems]).toEqual([note, situation])
  expect(giftDraft('another')).toEqual(NONE)
})
