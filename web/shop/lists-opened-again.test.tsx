// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import DropListPage from '#features/drops/admin/DropListPage.tsx'
import CollectionListPage from '#web/admin/collections/CollectionListPage.tsx'
import TextPageListPage from '#web/admin/text-pages/TextPageListPage.tsx'
import AddressBook from '#web/shop/accounts/AddressBook.tsx'
import ApiKeys from '#web/shop/accounts/ApiKeys.tsx'
import { MyOrders } from '#web/shop/orders/MyOrders.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import { ADDRESS, ADMIN, answeredOrder } from '#web/testing/factories.ts'

const ID = '0198a0f2-7c1e-7000-8000-0000000000f1'
const AT = '2026-11-21T09:00:00.000Z'
const LINE = { tickets: 0, admitted: 0, left: 0, paying: 0, choosing: 0 }

test.for([
  {
    list: 'collections',
    shown: <CollectionListPage />,
    call: 'GET /api/admin/collections',
    row: { _id: ID, slug: 'autumn', name: 'Autumn', text: '', photo: null, hidden: false, products: 0 },
    words: 'Autumn',
  },
  {
    list: 'drops',
    shown: <DropListPage />,
    call: 'GET /api/admin/drops',
    row: { _id: ID, slug: 'mugs', name: 'Mugs', state: 'planned', startsAt: AT, pieces: 0, sold: 0, line: LINE },
    words: 'Mugs',
  },
  {
    list: 'text pages',
    shown: <TextPageListPage />,
    call: 'GET /api/pages',
    row: { slug: 'care', title: 'Care', body: '', place: 'footer', state: 'live', updatedAt: AT, version: '1' },
    words: 'Care',
  },
  {
    list: 'API keys',
    shown: <ApiKeys />,
    call: 'GET /api/users/api-keys',
    row: {
      _id: ID,
      name: 'Till',
      prefix: 'boutique_abcdef',
      rights: ['read_catalog'],
      createdAt: AT,
      expiresAt: AT,
      lastUsedAt: null,
    },
    words: 'Till',
  },
  {
    list: 'addresses',
    shown: <AddressBook />,
    call: 'GET /api/users/addresses',
    row: { _id: ID, ...ADDRESS },
    words: new RegExp(ADDRESS.address),
  },
  { list: 'own orders', shown: <MyOrders />, call: 'GET /api/orders/myorders', row: answeredOrder(), words: /1001/ },
])('$list that are opened again show no rows of before while they load', async ({ shown, call, row, words }) => {
  const calls = expectCalls()
  calls.once(call, { body: [row] })
  const { go } = openScreen(shown, { path: '/list', user: ADMIN })
  await screen.findAllByText(words)
  go('/elsewhere')
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  const answer = calls.held(call)
  go('/list')
  expect(screen.queryAllByText(words)).toEqual([])
  answer({ body: [row] })
  await screen.findAllByText(words)
})
