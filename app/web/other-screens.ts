import type { ComponentType } from 'react'

/** The screens that few visits open, in a chunk of their own: each name costs some bytes. */
export const otherScreens = import.meta.glob<{ default: ComponentType }>([
  '/web/shop/{accounts,orders}/*Page.tsx',
  '/features/*/shop/*Page.tsx',
  // Those that a page of app/web wraps.
  '!/web/shop/accounts/LoginPage.tsx',
  '!/web/shop/orders/{Order,Profile}Page.tsx',
])
