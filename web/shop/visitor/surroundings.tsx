import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import type { ShopInfo } from '#contract/shop-info.ts'
import { ShopContext } from '#web/shop/settings/use-shop.ts'
import { type SiteMenus, SiteMenusContext } from '#web/shop/slots/site-menus.ts'
import { browserNavigation, NavigationContext } from '#web/ui/navigation.ts'
import type { VisitorState, VisitorStore } from './visitor.ts'

/** The id prefix of an island, without which the ids of two islands would be the same. */
export const idPrefix = (place: number) => `i${place}-`

/** What every island of a page knows. `initial` is the state that the server rendered with: nobody signed in, an empty cart. */
export type Surroundings = {
  store: VisitorStore
  initial: VisitorState
  shop: ShopInfo
  pathname: string
  menus: SiteMenus
}

/** Provides the components of a catalog page with the store, the shop's settings and the page's own path. */
export const PageSurroundings = ({
  store,
  initial,
  shop,
  pathname,
  menus,
  children,
}: Surroundings & { children: ReactNode }) => (
  <Provider store={store} serverState={initial}>
    <ShopContext value={shop}>
      <NavigationContext value={browserNavigation(pathname)}>
        <SiteMenusContext value={menus}>{children}</SiteMenusContext>
      </NavigationContext>
    </ShopContext>
  </Provider>
)
