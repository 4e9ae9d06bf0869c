import { expect, test } from 'vitest'
import type { Answered } from '#contract/answers.ts'
import { type CartItem, itemKey } from '#web/shop/visitor/cart.ts'
import { itemAdded, itemRemoved } from '#web/shop/visitor/cartSlice.ts'
import { makeStore } from '#web/shop/visitor/store.ts'
import { SHAPES } from '#web/shop/visitor/stored-state.ts'
import { PEN } from '#web/testing/factories.ts'

const penNamed = (answer: string, qty = 1): CartItem => ({ ...PEN, qty, answers: [nameAnswer(answer)] })
const nameAnswer = (answer: string): Answered => ({ key: 'name', label: 'Name', answer, price: 250 })

function cartOf(...items: CartItem[]) {
  const store = makeStore(async () => [])
  for (const item of items) store.dispatch(itemAdded(item))
  return { store, items: () => store.getState().cart.cartItems }
}

test('items of one product with different answers stay apart; the same answers replace', () => {
  const { items } = cartOf(penNamed('Anna'), penNamed('Ben'), PEN, penNamed('Anna', 3))
  expect(items()).toEqual([penNamed('Anna', 3), penNamed('Ben'), PEN])
})

test('one of them is removed, and the others stay', () => {
  const { store, items } = cartOf(penNamed('Anna'), penNamed('Ben'), PEN)
  store.dispatch(itemRemoved(itemKey(penNamed('Anna'))))
  expect(items()).toEqual([penNamed('Ben'), PEN])
  store.dispatch(itemRemoved(PEN.product))
  expect(items()).toEqual([penNamed('Ben')])
})

test('answers are stored with their items, and damaged ones are left out', () => {
  const storedItem = { ...penNamed('Anna'), price: 22.49 }
  expect(SHAPES.cartItems([storedItem, { ...PEN, price: 19.99 }])).toMatchObject([
    { answers: [nameAnswer('Anna')] },
    PEN,
  ])
  for (const answers of ['Anna', [{ key: 'name', answer: 'Anna' }], [{ ...nameAnswer('Anna'), price: -1 }], [null]])
    expect(SHAPES.cartItems([{ ...storedItem, answers }])[0]).not.toHaveProperty('answers')
})
