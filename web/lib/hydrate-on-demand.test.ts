// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { hydrateOnDemand } from './hydrate-on-demand.ts'

const PAGE = `<div id="app"><div data-island="0"><header><button id="menu">Menu</button></header></div><main></main></div>`
const BUY_BOX = `<p>A text.</p><div data-island="1"><form><button id="add">Add to Cart</button></form></div>`

beforeEach(() => {
  localStorage.clear()
  document.body.innerHTML = PAGE
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

const byId = (id: string) => document.getElementById(id) as HTMLElement

/** Starts a page whose islands are hydrated when the test says so. */
function open() {
  let resolveLoad = () => {}
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const hydrate = vi.fn((onLoaded: () => void) => {
    resolveLoad = onLoaded
    return promise
  })
  const hydrateNow = hydrateOnDemand(hydrate)
  // The listeners are the document's, which the tests share.
  onTestFinished(async () => {
    hydrateNow()
    resolve()
    await promise.catch(() => {})
  })
  return { hydrate, loaded: () => resolveLoad(), hydrated: resolve, failed: reject }
}

/** A product's page, and the presses that its form has received from the browser or from React. */
function openProduct() {
  byId('app').querySelector('main')?.insertAdjacentHTML('beforeend', BUY_BOX)
  const presses = vi.fn((event: Event) => event.preventDefault())
  byId('add').addEventListener('click', presses)
  return { ...open(), presses }
}

test.for(['pointerOver', 'pointerDown', 'focusIn', 'keyDown', 'click'] as const)(
  '%s on an island hydrates, once',
  (event) => {
    const { hydrate } = open()
    fireEvent[event](document.querySelector('main') as HTMLElement)
    expect(hydrate).toHaveBeenCalledTimes(0)
    fireEvent[event](byId('menu'))
    fireEvent[event](byId('menu'))
    expect(hydrate).toHaveBeenCalledTimes(1)
  },
)

test('a page that is read and scrolled is not hydrated, unless it has a buy box', () => {
  const reading = open()
  fireEvent.scroll(window)
  vi.runAllTimers()
  expect(reading.hydrate).toHaveBeenCalledTimes(0)
  const buying = openProduct()
  fireEvent.scroll(window)
  vi.runAllTimers()
  expect(buying.hydrate).toHaveBeenCalledTimes(1)
})

test.for([
  ['userInfo', '{"name":"Ada"}', 1],
  ['cartItems', '[{"qty":1}]', 1],
  ['cartItems', '[]', 0],
  ['paymentMethod', '"card"', 0],
] as const)('%s %s in the storage hydrates %i times', ([key, value, times]) => {
  localStorage.setItem(key, value)
  const { hydrate } = open()
  vi.runAllTimers()
  expect(hydrate).toHaveBeenCalledTimes(times)
})

test('what another tab saves hydrates a page that shows it', () => {
  const { hydrate } = open()
  localStorage.setItem('cartItems', '[{"qty":1}]')
  fireEvent(window, new Event('storage'))
  vi.runAllTimers()
  expect(hydrate).toHaveBeenCalledTimes(1)
})

test('a press before the hydration is repeated after it, once', async () => {
  const { hydrated, presses, loaded } = openProduct()
  fireEvent.click(byId('add'))
  fireEvent.click(byId('add'))
  loaded()
  vi.runAllTimers()
  expect(presses).toHaveBeenCalledTimes(0)
  expect(byId('app').getAttribute('aria-busy')).toBe('true')
  hydrated()
  await vi.runAllTimersAsync()
  expect(presses).toHaveBeenCalledTimes(1)
  expect(byId('app').getAttribute('aria-busy')).toBe('false')
  fireEvent.click(byId('add'))
  expect(presses).toHaveBeenCalledTimes(2)
})

test('a press whose code fails, or takes three seconds, is the browser’s', async () => {
  const slow = openProduct()
  fireEvent.click(byId('add'))
  vi.advanceTimersByTime(3_000)
  expect(slow.presses).toHaveBeenCalledTimes(1)
  document.body.innerHTML = PAGE
  const { failed, presses } = openProduct()
  fireEvent.click(byId('add'))
  failed(new Error('404'))
  await vi.runAllTimersAsync()
  expect(presses).toHaveBeenCalledTimes(1)
})

test('the header’s controls, which work without React, are not held up', () => {
  const { hydrate } = open()
  const onPress = vi.fn()
  byId('menu').addEventListener('click', onPress)
  fireEvent.click(byId('menu'))
  expect(onPress).toHaveBeenCalledTimes(1)
  expect(hydrate).toHaveBeenCalledTimes(1)
})
