// Starts what runs in the browser on a catalog page, which is plain HTML but for its islands.
import { type ComponentType, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { ShopInfo } from '#contract/shop-info.ts'
import { callApi } from './call-api.ts'
import { pageState, registerWorker } from './document.ts'
import { showSecondPhotos } from './features/catalog/card-photos.ts'
import { startCarousel } from './features/catalog/carousel.ts'
import { CATEGORY_ROW } from './features/catalog/list-ids.ts'
import { Header } from './features/layout/Header.tsx'
import type { IslandData } from './islands.tsx'
import { syncWithStorage } from './storage.ts'
import { idPrefix, PageSurroundings } from './surroundings.tsx'
import { replaceMissingPhotos } from './ui/missing-photos.ts'
import { makeVisitorStore } from './visitor.ts'

type State = { shop: ShopInfo; islands: IslandData[] }

/** The header is on every page; a page preloads the code of its other islands. */
const COMPONENTS: Record<IslandData['name'], () => Promise<unknown>> = {
  Header: async () => Header,
  BuyBox: async () => (await import('./features/catalog/BuyBox.tsx')).BuyBox,
  Gallery: async () => (await import('./features/catalog/Gallery.tsx')).Gallery,
}

const { shop, islands } = pageState() as State
const { pathname } = window.location
const store = makeVisitorStore()
const surroundings = { store, initial: store.getState(), shop, pathname }

/** Starts the page: its plain HTML at once, and each island as a task of its own. */
export function startPage() {
  replaceMissingPhotos()
  showSecondPhotos()
  if (document.getElementById(CATEGORY_ROW)) void improveList()
  for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]')) startCarousel(carousel)
  syncWithStorage(store)
  void improveForAdmin()
  for (const [place, island] of islands.entries()) setTimeout(() => void hydrate(island, place))
  registerWorker()
}

/** Until this script is there the browser submits the filter form itself. */
async function improveList() {
  const { followFilters, showCategory } = await import('./features/catalog/filter-form.ts')
  showCategory()
  followFilters()
}

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

async function hydrate({ name, props }: IslandData, place: number) {
  const element = document.querySelector(`[data-island="${place}"]`)
  // The code of an island that is not there any more (a new version of the shop is out): its HTML still works.
  const Component = (await COMPONENTS[name]().catch(() => undefined)) as ComponentType<object> | undefined
  if (!element || !Component) return
  startTransition(() => {
    const island = (
      <PageSurroundings {...surroundings}>
        <Component {...(props as object)} />
      </PageSurroundings>
    )
    hydrateRoot(element, island, {
      identifierPrefix: idPrefix(place),
      onRecoverableError: (error) => console.error('hydration', error),
    })
  })
}
