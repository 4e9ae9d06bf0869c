// The islands of a catalog page in the browser.
import { type ComponentType, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { ShopInfo } from '#contract/shop-info.ts'
import { callApi } from './call-api.ts'
import { pageState } from './document.ts'
import { Header } from './features/layout/Header.tsx'
import type { IslandData } from './islands.tsx'
import { nextTask } from './load-react.ts'
import { syncWithStorage } from './storage.ts'
import { idPrefix, PageSurroundings } from './surroundings.tsx'
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

/** Hydrates each island as a task of its own. Resolves when all of them work. */
export async function hydrateIslands() {
  syncWithStorage(store)
  void improveForAdmin()
  for (const [place, island] of islands.entries()) {
    await nextTask()
    await hydrate(island, place)
  }
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
  await new Promise<void>((resolve) =>
    startTransition(() => {
      const island = (
        <PageSurroundings {...surroundings}>
          <Component {...(props as object)} />
          <AfterHydration act={resolve} />
        </PageSurroundings>
      )
      hydrateRoot(element, island, {
        identifierPrefix: idPrefix(place),
        onRecoverableError: (error) => console.error('hydration', error),
      })
    }),
  )
}

function AfterHydration({ act }: { act(): void }) {
  useEffect(act, [act])
  return null
}
