import type { ShopPage } from '#web/shop/slots/shop-page.ts'

export const personalDataPages: readonly ShopPage[] = [
  { path: '/your-data', screen: 'features/personal-data/shop/YourDataPage' },
]
