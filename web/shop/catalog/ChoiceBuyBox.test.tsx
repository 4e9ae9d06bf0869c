// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { SITE_MENUS } from '#app/web/site-menus.ts'
import { BEING_PAID } from '#contract/availability-texts.ts'
import { TEXT } from '#contract/texts.ts'
import { PageSurroundings } from '#web/shop/visitor/surroundings.tsx'
import { makeVisitorStore } from '#web/shop/visitor/visitor.ts'
import { SHOP } from '#web/testing/factories.ts'
import { BuyBox } from './BuyBox.tsx'
import { ChoiceBuyBox } from './ChoiceBuyBox.tsx'

const BOWL = {
  ...{ _id: 'bowl', name: 'Bowl', slug: 'bowl', price: 1_000, priceMax: 2_000, qty: 6, oneOfAKind: false },
  ...{ images: [], category: 'cups', axes: ['Size', 'Glaze'] },
  choices: [
    ['Small', 'Red', 1_000],
    ['Small', 'Blue', 1_000],
    ['Large', 'Red', 2_000],
  ].map(([size, glaze, price], place) => ({
    ...{ _id: `bowl-${place}`, slug: `bowl-${place}`, price: Number(price), qty: 2, sku: '', photo: null },
    values: [String(size), String(glaze)],
  })),
  asks: [
    { key: 'name', label: 'Name', kind: 'text' as const, required: true, max: 4, price: 500 },
    { key: 'ink', label: 'Ink', kind: 'choice' as const, required: false, options: ['black', 'gold'] },
    { key: 'gift', label: 'Gift', kind: 'yes' as const, required: false },
  ],
}

/** The buy box as the server sends it, after `before` has filled in its fields, and then hydrated. */
async function openBowl(before: (page: HTMLElement) => void = () => undefined, search = '') {
  window.history.replaceState(null, '', `/products/bowl${search}`)
  const store = makeVisitorStore()
  const box = (
    <PageSurroundings store={store} initial={store.getState()} shop={SHOP} pathname="/products/bowl" menus={SITE_MENUS}>
      <ChoiceBuyBox product={BOWL} />
    </PageSurroundings>
  )
  const page = document.body.appendChild(document.createElement('div'))
  page.innerHTML = renderToString(box)
  before(page)
  const root = await act(async () => hydrateRoot(page, box))
  onTestFinished(() => {
    act(() => root.unmount())
    page.remove()
    sessionStorage.clear()
    localStorage.clear()
  })
  return { page, store, form: page.querySelector('form') as HTMLFormElement }
}

const field = <E extends HTMLElement = HTMLInputElement>(page: HTMLElement, selector: string) =>
  page.querySelector(selector) as E
const radio = (page: HTMLElement, value: string) => field(page, `[type=radio][value=${value}]`)

/** What the form sends, and keeps for the cart. */
const sentValues = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))

function fillIn(page: HTMLElement) {
  radio(page, 'Small').checked = true
  radio(page, 'Blue').checked = true
  field(page, '[name=answer-name]').value = 'Anna'
  field<HTMLSelectElement>(page, '[name=answer-ink]').value = 'gold'
  field(page, '[name=answer-gift]').checked = true
}

test('what is chosen and written before the script loads stays, and is sold', async () => {
  const { page, store, form } = await openBowl(fillIn)
  const filledForm = {
    ...{ 'axis-0': 'Small', 'axis-1': 'Blue', qty: '1' },
    ...{ 'answer-name': 'Anna', 'answer-ink': 'gold', 'answer-gift': 'yes' },
  }
  expect(sentValues(form)).toEqual(filledForm)
  fireEvent.focus(field(page, '[name=answer-name]'))
  expect(sentValues(form)).toEqual(filledForm)
  form.submit = () => undefined
  await act(async () => fireEvent.submit(form))
  const [item] = store.getState().cart.cartItems
  expect(item).toMatchObject({ product: 'bowl-1', name: 'Bowl, Small / Blue', price: 1_500 })
  expect(item?.answers?.map(({ answer }) => answer)).toEqual(['Anna', 'gold', 'yes'])
})

test('what is chosen before the script loads wins over the choice of the address', async () => {
  const { page } = await openBowl((page) => {
    radio(page, 'Large').checked = true
  }, '?choice=bowl-0')
  expect([radio(page, 'Large').checked, radio(page, 'Red').checked]).toEqual([true, true])
  expect(window.location.search).toBe('?choice=bowl-2')
})

test.for(['?choice=nonsense', '?choice=', ''])('with the address %s nothing is chosen', async (search) => {
  const { page } = await openBowl(undefined, search)
  expect(page.querySelectorAll('input[type=radio]:checked')).toHaveLength(0)
  expect(page.textContent).toContain('from $10.00')
})

test('the hint of an answer counts the same characters as its check', async () => {
  const { page } = await openBowl()
  const name = field(page, '[name=answer-name]')
  fireEvent.change(name, { target: { value: 'Zoe\u0308 ' } })
  expect(page.textContent).toContain('3 of 4 characters.')
})

test.for(['{', 'null', '[1]', '"Anna"', '{"gift":"maybe"}', '{"ink":"green"}', '{"name":5}'])(
  'damaged answers in the storage of the tab change nothing: %s',
  async (storedText) => {
    sessionStorage.setItem('answers-bowl', storedText)
    const { page, store, form } = await openBowl(fillIn)
    form.submit = () => undefined
    await act(async () => fireEvent.submit(form))
    expect(store.getState().cart.cartItems[0]?.answers).toHaveLength(3)
    expect(page.querySelectorAll('[aria-invalid]')).toHaveLength(0)
  },
)

test.for(['{"gift":"maybe"}', '{"ink":"green"}', '{"gift":1}'])(
  'an answer that its field cannot show does not stand in the way: %s',
  async (storedText) => {
    sessionStorage.setItem('answers-bowl', storedText)
    const { store, form } = await openBowl((page) => {
      radio(page, 'Small').checked = true
      radio(page, 'Blue').checked = true
      field(page, '[name=answer-name]').value = 'Anna'
    })
    form.submit = () => undefined
    await act(async () => fireEvent.submit(form))
    expect(store.getState().cart.cartItems).toHaveLength(1)
  },
)

test('a piece that somebody pays for right now is not called out of stock', () => {
  const store = makeVisitorStore()
  const { choices: _, axes: __, asks: ___, ...plainProduct } = BOWL
  const page = renderToString(
    <PageSurroundings store={store} initial={store.getState()} shop={SHOP} pathname="/products/bowl" menus={SITE_MENUS}>
      <BuyBox product={{ ...plainProduct, qty: 0, payingUntil: '2026-11-19T12:00:00.000Z' }} />
    </PageSurroundings>,
  )
  expect(page).toContain(BEING_PAID.title)
  expect(page).not.toContain(TEXT.outOfStock)
})

test('a choice that is missing is named and gets the focus, and the sentence goes with the choice', async () => {
  const { form, store } = await openBowl()
  const alert = () => form.querySelector('[role=alert]')
  expect(alert()).toBeNull()
  act(() => void fireEvent.submit(form))
  expect(alert()?.textContent).toBe('Please choose: Size')
  const small = form.querySelector<HTMLInputElement>('[name=axis-0]')
  expect(document.activeElement).toBe(small)
  act(() => small?.click())
  expect(alert()?.textContent).toBe('Please choose: Glaze')
  expect(store.getState().cart.cartItems).toEqual([])
})
