// The script of the catalog pages, which are plain HTML but for their islands.
import './app.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { ShopInfo } from '#contract/shop-info.ts'
import { callApi } from './call-api.ts'
import { pageState, registerWorker } from './document.ts'
import { showSecondPhotos } from './features/catalog/card-photos.ts'
import { startCarousel } from './features/catalog/carousel.ts'
import { followFilters, showCategory } from './features/catalog/filter-form.ts'
import { type IslandData, IslandRoot, idPrefix } from './islands.tsx'
import { syncWithStorage } from './storage.ts'
import { replaceMissingPhotos } from './ui/missing-photos.ts'
import { makeVisitorStore } from './visitor.ts'

type State = { shop: ShopInfo; islands: IslandData[] }

const { shop, islands } = pageState() as State
const { pathname } = window.location

replaceMissingPhotos()
showSecondPhotos()
showCategory()
followFilters()
for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]')) startCarousel(carousel)

const store = makeVisitorStore()
const initial = store.getState()
syncWithStorage(store)
const surroundings = { store, initial, shop, pathname }
void improveForAdmin()

// Each island is a task of its own, so that the page can be scrolled and pressed in between.
for (const [place, island] of islands.entries()) {
  const element = document.querySelector(`[data-island="${place}"]`)
  if (element)
    setTimeout(() =>
      startTransition(() => {
        hydrateRoot(element, <IslandRoot island={island} {...surroundings} />, {
          identifierPrefix: idPrefix(place),
          onRecoverableError: (error) => console.error('hydration', error),
        })
      }),
    )
}
registerWorker()

/** On a product's page an admin gets what only admins see, by a store that can load it. */
async function improveForAdmin() {
  const [, key] = /^\/products\/([^/]+)\/?$/i.exec(pathname) ?? []
  if (!key || !store.getState().session.user?.isAdmin) return
  const [{ showAdminProduct }, { makeStore }] = await Promise.all([
    import('./features/admin/products/show-admin-product.tsx'),
    import('./store.ts'),
  ])
  const { session, cart } = store.getState()
  const adminStore = makeStore(callApi, { session, cart })
  syncWithStorage(adminStore)
  showAdminProduct(decodeURIComponent(key), { ...surroundings, store: adminStore })
}
