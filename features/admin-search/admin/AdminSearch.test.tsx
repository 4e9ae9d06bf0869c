// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { ADMIN_SLOTS } from '#app/web/admin/slots.ts'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADA } from '#web/testing/factories.ts'
import { AdminSearch } from './AdminSearch.tsx'
import { FIND } from './texts.ts'

const ORDER = '0190f5a0-0000-7000-8000-000000000001'
const FOUND = {
  orders: [
    {
      _id: ORDER,
      number: 1001,
      name: 'Grace Potter',
      city: 'Denver',
      totalPrice: 24.59,
      isPaid: true,
      isDelivered: false,
      createdAt: '2026-11-21T09:05:00.000Z',
    },
  ],
  products: [],
  collections: [],
  customers: [{ _id: '0190f5a0-0000-7000-8000-000000000002', name: 'Grace Potter', email: 'grace@clay.example' }],
  requests: [],
  coupons: [],
  pages: [],
}

function open() {
  const calls = expectCalls()
  const opened = openScreen(
    <AdminSlotsContext value={ADMIN_SLOTS}>
      <AdminSearch />
    </AdminSlotsContext>,
    { path: '/admin/dashboard', user: ADA },
  )
  return { ...opened, calls, field: screen.getByRole('combobox', { name: FIND.label }) }
}

test('a search lists its results in groups, and the arrow keys and Enter open one', async () => {
  const { calls, field, place } = open()
  calls.once('GET /api/admin/search?q=grace', { body: FOUND })
  fireEvent.change(field, { target: { value: ' grace ' } })
  await screen.findByRole('group', { name: FIND.customers })
  expect(screen.getByRole('option', { name: /^1001, Grace Potter/ }).textContent).toContain(
    'Denver, $24.59, Not Shipped',
  )
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]?.id)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(place().path).toBe(`/order/${ORDER}`)
})

test('an order without a city has no gap in its line', async () => {
  const { calls, field } = open()
  const [order] = FOUND.orders
  calls.once('GET /api/admin/search?q=grace', { body: { ...FOUND, orders: [{ ...order, isGuest: true, city: '' }] } })
  fireEvent.change(field, { target: { value: 'grace' } })
  const option = await screen.findByRole('option', { name: /^1001, Grace Potter/ })
  expect(option.textContent).toContain('Guest, $24.59, Not Shipped')
})

test('screens are found by their name, and a search that finds nothing says so', async () => {
  const { calls, field } = open()
  const nothing = { orders: [], products: [], collections: [], customers: [], requests: [], coupons: [], pages: [] }
  calls.always('GET /api/admin/search?q=time', { body: nothing })
  calls.always('GET /api/admin/search?q=qwx', { body: nothing })
  fireEvent.change(field, { target: { value: 'time' } })
  expect((await screen.findByRole('option', { name: 'Time zone' })).closest('[role=group]')).not.toBeNull()
  fireEvent.change(field, { target: { value: 'qwx' } })
  expect((await screen.findAllByText(FIND.nothing('qwx')))[0]).toBeDefined()
})

test.for([
  ['/', {}],
  ['k', { ctrlKey: true }],
  ['k', { metaKey: true }],
])('the key %s focuses the search', ([key, pressed]) => {
  const { field } = open()
  fireEvent.keyDown(document.body, { key: key as string, ...(pressed as object) })
  expect(document.activeElement).toBe(field)
})
