// Links that features add to the footer of every page. app/server/features.ts fills the list while the program loads.
import type { SettingValues } from '#contract/admin/settings.ts'
import type { ShopInfo } from '#contract/shop-info.ts'

/** The links of a shop with these settings. */
export type FooterLinks = (settings: SettingValues) => NonNullable<ShopInfo['footerLinks']>

export const footerLinks: FooterLinks[] = []
