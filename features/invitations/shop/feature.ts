import type { ShopPage } from '#web/shop/slots/shop-page.ts'

export const invitationsPages: readonly ShopPage[] = [
  { path: '/invitation', screen: 'features/invitations/shop/InvitationPage' },
]
