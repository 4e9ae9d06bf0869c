import { StrictMode, useEffect } from 'react'
import { Provider } from 'react-redux'
import { SiteMenusContext } from '#web/shop/slots/site-menus.ts'
import { syncWithStorage } from '#web/shop/visitor/storage.ts'
import type { Store } from '#web/shop/visitor/store.ts'
import { ShopUrl } from '#web/ui/Head.tsx'
import { Layout } from './Layout.tsx'
import { Pages, RouterNavigation } from './router.tsx'
import { SITE_MENUS } from './site-menus.ts'

type Props = { store: Store; shopUrl: string; children(shop: React.ReactNode): React.ReactNode }

/** The application, inside the router that the entry provides. */
export function App({ store, shopUrl, children }: Props) {
  // After hydration: the server knows nothing of the browser's storage, and the first render must match its page.
  useEffect(() => syncWithStorage(store), [store])
  return (
    <StrictMode>
      <Provider store={store}>
        <SiteMenusContext value={SITE_MENUS}>
          <ShopUrl value={shopUrl}>
            {children(
              <RouterNavigation>
                <Pages>{(page, place) => <Layout {...place}>{page}</Layout>}</Pages>
              </RouterNavigation>,
            )}
          </ShopUrl>
        </SiteMenusContext>
      </Provider>
    </StrictMode>
  )
}
