// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import { answeredProduct, PEN } from '#web/testing/factories.ts'
import { CartPage } from './CartPage.tsx'

beforeEach(() => localStorage.clear())

test('the cart crosses out the price before of all pieces of an item, and says "before"', async () => {
  const pen = answeredProduct()
  const calls = expectCalls()
  calls.always(`GET /api/products/${PEN.product}`, { body: { ...pen, wasPrice: Number(pen.price) + 5 } })
  calls.always('GET /api/rates?country=US', { body: { methods: [], tax: { ppm: 0, mode: 'flat', shipping: false } } })
  openScreen(<CartPage />, { path: '/cart', cart: { cartItems: [{ ...PEN, qty: 2 }] } })
  const before = `before $${(2 * (Number(pen.price) + 5)).toFixed(2)}`
  expect((await screen.findByText((_, element) => element?.tagName === 'S')).textContent).toBe(before)
})
