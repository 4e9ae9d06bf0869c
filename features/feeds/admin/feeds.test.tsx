// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import type { Feeds } from '../contract.ts'
import FeedsPage from './FeedsPage.tsx'
import { FEEDS } from './texts.ts'

const STORED: Feeds = {
  ...{ google: 'https://shop.example/feeds/google.xml', newest: 'https://shop.example/feeds/newest.xml' },
  ...{ assistantsMayRead: true, withoutPhoto: 0, isPickupOnly: false },
}

test('a choice stays as it was made, before and after the shop has saved it', async () => {
  const calls = expectCalls()
  calls.once('GET /api/feeds', { body: STORED })
  openScreen(<FeedsPage />, { path: '/admin/settings/catalogs', user: ADMIN })
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: FEEDS.assistants })
  const shownStates = [box.checked]
  new MutationObserver(() => shownStates.push(box.checked)).observe(document.body, {
    ...{ subtree: true, childList: true, attributes: true, characterData: true },
  })
  const save = calls.held('PUT /api/feeds')
  fireEvent.click(box)
  expect(box.checked).toBe(false)
  save({ body: { ...STORED, assistantsMayRead: false } satisfies Feeds })
  await screen.findByText(FEEDS.saved)
  expect(box.checked).toBe(false)
  expect(shownStates.slice(1)).not.toContain(true)
})
