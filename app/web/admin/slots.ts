// What the features add to the screens of the admin.
import { lazy } from 'react'
import { AdminSearch } from '#features/admin-search/admin/AdminSearch.tsx'
import { InDropNotice } from '#features/drops/admin/InDropNotice.tsx'
import { FEEDS_LINK } from '#features/feeds/admin/menu-texts.ts'
import { PAST_ORDERS_LINK } from '#features/history/admin/menu-texts.ts'
import { INVITE_LINK } from '#features/invitations/admin/menu-texts.ts'
import { ownShopStart } from '#features/own-shop/admin/dashboard-start.tsx'
import { REMINDERS_LINK } from '#features/payment-reminders/admin/menu-texts.ts'
import { DisputePanel } from '#features/payouts/admin/DisputePanel.tsx'
import { ReturnPanel } from '#features/returns/admin/ReturnPanel.tsx'
import { InSaleNotice } from '#features/sales/admin/InSaleNotice.tsx'
import { WEBHOOKS_LINK } from '#features/webhooks/admin/menu-texts.ts'
import { useIsOwner } from '#web/admin/lib/use-is-owner.ts'
import { type AdminSlots, NO_SLOTS } from '#web/admin/slots/admin-slots.ts'
import { ADMIN_LINKS, ADMIN_PARTS, ADMIN_SWITCHES, ADMIN_TASKS } from './features.ts'
import { KeptSales } from './KeptSales.tsx'

/** Of admins. */
export const ADMIN_SLOTS: AdminSlots = {
  links: ADMIN_LINKS,
  parts: ADMIN_PARTS,
  topBar: [AdminSearch, KeptSales],
  product: [InDropNotice, InSaleNotice],
  textPage: [lazy(async () => ({ default: (await import('#features/news/admin/NewsCard.tsx')).NewsCard }))],
  orderLinks: [PAST_ORDERS_LINK],
  userLinks: [INVITE_LINK],
  order: [DisputePanel, ReturnPanel],
  user: [lazy(async () => ({ default: (await import('#features/history/admin/OrdersOfUser.tsx')).OrdersOfUser }))],
  checks: {
    backups: lazy(async () => ({ default: (await import('#features/backups/admin/BackupActions.tsx')).BackupActions })),
    practice: lazy(async () => ({ default: (await import('#features/backups/admin/PracticeLink.tsx')).PracticeLink })),
  },
  dashboard: ownShopStart,
  tasks: ADMIN_TASKS,
  switches: ADMIN_SWITCHES,
  settings: [
    {
      ...REMINDERS_LINK,
      State: lazy(async () => ({
        default: (await import('#features/payment-reminders/admin/RemindersState.tsx')).RemindersState,
      })),
    },
    {
      ...FEEDS_LINK,
      State: lazy(async () => ({ default: (await import('#features/feeds/admin/FeedsState.tsx')).FeedsState })),
    },
    {
      ...WEBHOOKS_LINK,
      State: lazy(async () => ({
        default: (await import('#features/webhooks/admin/WebhooksState.tsx')).WebhooksState,
      })),
    },
  ],
  dashboardCards: [lazy(async () => ({ default: (await import('#features/push/admin/PushCard.tsx')).PushCard }))],
}

/** Packers see their links, and nothing that the features add: it asks for calls of admins. */
const PACKER_SLOTS: AdminSlots = { ...NO_SLOTS, links: ADMIN_LINKS.filter(({ isForPackers }) => isForPackers) }

/** What the features add to the screens of the signed-in user. */
export const useAdminSlots = () => (useIsOwner() ? ADMIN_SLOTS : PACKER_SLOTS)
