// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import { ChecklistPanel } from './OwnShopPanel.tsx'
import { CHECKLIST } from './texts.ts'

test.for([
  ['a new shop', false, false, 0, true],
  ['a shop whose only sales are simulated', true, false, 3, true],
  ['a shop that takes cards and has sold', true, true, 1, false],
  ['a shop with pieces that takes cards', false, true, 3, false],
] as const)(
  '%s: sold %s, cards %s, %i pieces; the checklist is shown: %s',
  ([, hasSold, takesCards, products, isShown]) => {
    expectCalls().always('GET /api/shop', 'lost')
    const own = {
      ...{ hasDemo: false, keepsDemo: false, welcome: { step: 5, isDone: true } },
      tasks: { products, takesCards, sendsMail: false, hasShipDays: false, hasAddress: false, hasPolicies: false },
    }
    openScreen(<ChecklistPanel own={own} hasSold={hasSold} />, { path: '/admin/dashboard', user: ADMIN })
    expect(screen.queryAllByRole('heading', { name: CHECKLIST.title })).toHaveLength(isShown ? 1 : 0)
  },
)
