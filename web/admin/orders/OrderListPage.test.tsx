// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import { LIST } from '#web/texts/catalog.ts'
import OrderListPage from './OrderListPage.tsx'

const NEAR = '300_0190f5a0-0000-7000-8000-000000000001'

async function openList(at: string, call: string, page: object) {
  const calls = expectCalls()
  calls.once(`GET /api/orders?${call}`, { body: { orders: [], ...page } })
  openScreen(<OrderListPage />, { path: '/admin/orderlist', at: `/admin/orderlist?${at}`, user: ADMIN })
  await screen.findByRole('navigation', { name: LIST.pages })
}

const hrefs = () => screen.getAllByRole('link').flatMap((link) => link.getAttribute('href') ?? [])

test('links to pages near a far one lead from it, and those to the first and the last page do not', async () => {
  await openList('page=300', 'pageNumber=300&payment=paid', { page: 300, pages: 400, total: 10_000, near: NEAR })
  const links = hrefs().filter((href) => href.startsWith('?') || href.includes('page='))
  for (const page of [298, 299, 301, 302]) expect(links.join(' ')).toContain(`page=${page}&near=${NEAR}`)
  expect(links.filter((href) => href.includes('page=400'))).toEqual([expect.not.stringContaining('near')])
})

test.for([
  [26, '20+ orders'],
  [999, '900+ orders'],
  [1_000, '1,000+ orders'],
  [5_026, '5,000+ orders'],
] as const)('a list of at least %d orders that were not all counted says %s', async ([total, said]) => {
  const page = { page: 1, pages: 40, total, isTotalCapped: true, near: NEAR }
  await openList('keyword=potter', 'keyword=potter&payment=paid', page)
  expect(screen.getByRole('status').textContent).toBe(said)
})

test('a list that is opened again shows no rows of before while it loads', async () => {
  const calls = expectCalls()
  const list = '/admin/orderlist?keyword=potter'
  const call = 'GET /api/orders?keyword=potter&payment=paid'
  const page = { orders: [], page: 1, pages: 1 }
  calls.once(call, { body: { ...page, total: 2 } })
  const { go } = openScreen(<OrderListPage />, { path: '/admin/orderlist', at: list, user: ADMIN })
  await screen.findByText('2 orders')
  go('/admin')
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  const answer = calls.held(call)
  go(list)
  expect(screen.getByRole('status').textContent).toBe('')
  answer({ body: { ...page, total: 3 } })
  await screen.findByText('3 orders')
})
