import type { ShopPage } from '#web/shop/slots/shop-page.ts'

const FORM = 'features/requests/shop/RequestPage'

export const requestsPages: readonly ShopPage[] = [
  { path: '/requests/back/:id', screen: FORM },
  { path: '/requests/sister/:id', screen: FORM },
  // Of the links in emails.
  { path: '/requests/confirm', screen: 'features/requests/shop/ConfirmRequestPage' },
  { path: '/requests/end', screen: 'features/requests/shop/EndRequestsPage' },
]
