// Where the guide explains each part of the shop check.
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import type { GuidePageName } from './contract.ts'

/** The page and the heading of the guide about each check. */
export const GUIDE_PLACES: Record<SetupCheck['name'], { page: GuidePageName; anchor: string }> = {
  alerts: { page: 'hosting', anchor: 'alerts-and-metrics' },
  payments: { page: 'your-own-shop', anchor: '4-take-cards-with-square' },
  webhooks: { page: 'your-own-shop', anchor: '4-take-cards-with-square' },
  mail: { page: 'your-own-shop', anchor: '5-send-email' },
  address: { page: 'your-own-shop', anchor: '2-rent-a-server-and-a-name' },
  backups: { page: 'your-own-shop', anchor: '6-backups' },
  practice: { page: 'backup', anchor: 'practice' },
  disk: { page: 'your-own-shop', anchor: 'disk-space' },
  database: { page: 'hosting', anchor: 'the-database' },
  books: { page: 'your-own-shop', anchor: 'books' },
  pieces: { page: 'your-own-shop', anchor: 'products' },
  certificate: { page: 'your-own-shop', anchor: '3-install-the-shop' },
  pages: { page: 'your-own-shop', anchor: 'speed-of-pages' },
  version: { page: 'your-own-shop', anchor: '7-new-versions-and-the-way-back' },
}

/** The path of a place in the guide. */
export const guidePath = ({ page, anchor }: { page: GuidePageName; anchor?: string }) =>
  `/admin/guide/${page}${anchor ? `#${anchor}` : ''}`
