import { StrictMode, useEffect } from 'react'
import { Provider } from 'react-redux'
import { Layout } from './features/layout/Layout.tsx'
import { Pages, RouterNavigation } from './router.tsx'
import { syncWithStorage } from './storage.ts'
import type { Store } from './store.ts'
import { ShopUrl } from './ui/Head.tsx'

type Props = { store: Store; shopUrl: string; children(shop: React.ReactNode): React.ReactNode }

/** The application, inside the router that the entry provides. */
export function App({ store, shopUrl, children }: Props) {
  // After hydration: the server knows nothing of the browser's storage, and the first render must match its page.
  useEffect(() => syncWithStorage(store), [store])
  return (
    <StrictMode>
      <Provider store={store}>
        <ShopUrl value={shopUrl}>
          {children(
            <RouterNavigation>
              <Pages>{(page, shown) => <Layout {...shown}>{page}</Layout>}</Pages>
            </RouterNavigation>,
          )}
        </ShopUrl>
      </Provider>
    </StrictMode>
  )
}
