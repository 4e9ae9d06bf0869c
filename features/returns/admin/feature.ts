import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU, TASK } from './menu-texts.ts'

export const returnsAdmin: AdminFeature = {
  screens: [
    { path: 'returns', load: () => import('./ReturnListPage.tsx') },
    { path: 'returns/:id/exchange', load: () => import('./ExchangePage.tsx') },
    { path: 'returns/policy', load: () => import('./ReturnPolicyPage.tsx') },
  ],
  menu: [
    {
      place: ['orders', 25],
      to: '/admin/returns',
      ...MENU.returns,
      waiting: 'returns',
      covers: ['/admin/returns/policy'],
    },
  ],
  parts: [{ place: 95, to: '/admin/returns/policy', ...MENU.policy }],
  tasks: [
    {
      waiting: 'returns',
      order: 10,
      color: 'warning',
      text: TASK.text,
      link: { to: '/admin/returns', label: TASK.answer },
    },
  ],
}
