import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU, WEBHOOKS_LINK } from './menu-texts.ts'

export const webhooksAdmin: AdminFeature = {
  screens: [
    { path: 'settings/webhooks', load: () => import('./WebhooksPage.tsx') },
    { path: 'settings/webhooks/:id', load: () => import('./WebhookPage.tsx') },
  ],
  menu: [],
  parts: [{ place: 197, to: WEBHOOKS_LINK.to, ...MENU.webhooks }],
}
