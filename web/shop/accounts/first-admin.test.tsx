// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { FIRST_ADMIN } from '#web/texts/account.ts'
import FirstAdminPage from './FirstAdminPage.tsx'

test('the first page of an owner has its content in a main landmark', () => {
  openScreen(<FirstAdminPage />, { path: '/admin/first' })
  within(screen.getByRole('main')).getByRole('heading', { level: 1, name: FIRST_ADMIN.title })
})
