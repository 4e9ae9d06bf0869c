// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { signedOut } from '#web/lib/sessionSlice.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN, answeredAdminProduct } from '#web/testing/factories.ts'
import { PRODUCT_PAGE } from '#web/texts/admin-products.ts'
import { AdminProductView } from './AdminProductView.tsx'

test('a logout on a product’s page removes what only admins see', async () => {
  const calls = expectCalls()
  calls.once('GET /api/products/walnut-pen', { body: { ...answeredAdminProduct(), productTrace: [] } })
  const below = document.body.appendChild(document.createElement('div'))
  const { store } = openScreen(<AdminProductView productKey="walnut-pen" below={below} onDraft={() => {}} />, {
    path: '/products/walnut-pen',
    user: ADMIN,
  })
  await screen.findByRole('link', { name: PRODUCT_PAGE.edit })
  expect(below.textContent).not.toBe('')
  act(() => void store.dispatch(signedOut()))
  expect(screen.queryByRole('link')).toBeNull()
  expect(below.textContent).toBe('')
})

const line = (number: number) => ({ _id: String(number), createdAt: '2026-11-23T10:00:00.000Z', log: `Line ${number}` })

test('a long history shows its latest lines, and earlier ones at a click, which may fail', async () => {
  const calls = expectCalls()
  calls.once('GET /api/products/walnut-pen', {
    body: { ...answeredAdminProduct(), _id: PEN, productTrace: [line(9), line(8)], hasEarlierTrace: true },
  })
  const earlier = `GET /api/products/${PEN}/history?before=8`
  const below = document.body.appendChild(document.createElement('div'))
  openScreen(<AdminProductView productKey="walnut-pen" below={below} onDraft={() => {}} />, {
    path: '/products/walnut-pen',
    user: ADMIN,
  })
  const press = async () => fireEvent.click(await screen.findByRole('button', { name: PRODUCT_PAGE.earlierTrace }))
  calls.once(earlier, { status: 500, body: { message: 'Not now.', code: 'internal' } })
  await press()
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  calls.once(earlier, { body: { productTrace: [line(5)], hasEarlierTrace: false } })
  await press()
  await screen.findByText('Line 5')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button', { name: PRODUCT_PAGE.earlierTrace })).toBeNull()
  expect(screen.getAllByRole('row').slice(1)).toHaveLength(3)
})

const PEN = '01935c5e-0000-7000-8000-000000000001'
