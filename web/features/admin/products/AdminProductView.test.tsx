// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectCalls } from '../../../testing/calls.ts'
import { ADMIN, answeredAdminProduct } from '../../../testing/factories.ts'
import { openScreen } from '../../../testing/screens.tsx'
import { PRODUCT_PAGE } from '../../../texts/admin-products.ts'
import { signedOut } from '../../accounts/sessionSlice.ts'
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
