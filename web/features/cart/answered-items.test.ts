import { expect, test } from 'vitest'
import type { Answered } from '#contract/answers.ts'
import { makeStore } from '../../store.ts'
import { SHAPES } from '../../stored-state.ts'
import { PEN } from '../../testing/factories.ts'
import { type CartItem, itemKey } from './cart.ts'
import { itemAdded, itemRemoved } from './cartSlice.ts'

const named = (answer: string, qty = 1): CartItem => ({ ...PEN, qty, answers: [NAMED(answer)] })
const NAMED = (answer: string): Answered => ({ key: 'name', label: 'Name', answer, price: 250 })

function cartOf(...items: CartItem[]) {
  const store = makeStore(async () => [])
  for (const item of items) store.dispatch(itemAdded(item))
  return { store, items: () => store.getState().cart.cartItems }
}

test('items of one product with different answers stay apart; the same answers replace', () => {
  const { items } = cartOf(named('Anna'), named('Ben'), PEN, named('Anna', 3))
  expect(items()).toEqual([named('Anna', 3), named('Ben'), PEN])
})

test('one of them is removed, and the others stay', () => {
  const { store, items } = cartOf(named('Anna'), named('Ben'), PEN)
  store.dispatch(itemRemoved(itemKey(named('Anna'))))
  expect(items()).toEqual([named('Ben'), PEN])
  store.dispatch(itemRemoved(PEN.product))
  expect(items()).toEqual([named('Ben')])
})

test('answers are stored with their items, and damaged ones are left out', () => {
  const stored = { ...named('Anna'), price: 22.49 }
  expect(SHAPES.cartItems([stored, { ...PEN, price: 19.99 }])).toMatchObject([{ answers: [NAMED('Anna')] }, PEN])
  for (const answers of ['Anna', [{ key: 'name', answer: 'Anna' }], [{ ...NAMED('Anna'), price: -1 }], [null]])
    expect(SHAPES.cartItems([{ ...stored, answers }])[0]).not.toHaveProperty('answers')
})
