// The islands of a catalog page in the browser.
import { type ComponentType, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { ShopInfo } from '#contract/shop-info.ts'
import { callApi } from '#web/lib/call-api.ts'
import { pageState } from '#web/lib/document.ts'
import type { IslandData } from '#web/shop/catalog/islands.tsx'
import { Header } from '#web/shop/layout/Header.tsx'
import { nextTask } from '#web/shop/visitor/load-react.ts'
import { syncWithStorage } from '#web/shop/visitor/storage.ts'
import { idPrefix, PageSurroundings } from '#web/shop/visitor/surroundings.tsx'
import { makeVisitorStore } from '#web/shop/visitor/visitor.ts'
import { SITE_MENUS } from './site-menus.ts'

type State = { shop: ShopInfo; islands: IslandData[] }

/** The header is on every page. */
const COMPONENTS: Record<IslandData['name'], () => Promise<unknown>> = {
  Header: async () => Header,
  BuyBox: () => inSite(import('#web/shop/catalog/BuyBox.tsx').then(({ BuyBox }) => BuyBox)),
  ChoiceBuyBox: () => inSite(import('#web/shop/catalog/ChoiceBuyBox.tsx').then(({ ChoiceBuyBox }) => ChoiceBuyBox)),
  Gallery: async () => (await import('#web/shop/catalog/Gallery.tsx')).Gallery,
}

/** A buy box, with what the site adds to it. Both load at once. */
async function inSite<Props extends object>(buyBox: Promise<ComponentType<Props>>) {
  const { withParts } = await import('./slots/buy-box.tsx')
  return withParts(await buyBox)
}

const { shop, islands } = pageState() as State
const { pathname } = window.location
const store = makeVisitorStore()
const surroundings = { store, initial: store.getState(), shop, pathname, menus: SITE_MENUS }

/** Hydrates each island as a task of its own. Resolves when all of them work. */
export async function hydrateIslands() {
  syncWithStorage(store)
  void improveForAdmin()
  const loading = islands.map((island, place) => ({ island, place, code: codeOf(island) }))
  for (const { island, place, code } of loading) {
    await nextTask()
    await hydrate(island, place, await code)
  }
}

/** Undefined for code that is not there any more (a new version of the shop is out): the island's HTML still works. */
const codeOf = ({ name }: IslandData) =>
  COMPONENTS[name]().catch(() => undefined) as Promise<ComponentType<object> | undefined>

/** On a product's page an admin gets what only admins see, by a store that can load it. */
async function improveForAdmin() {
  const [, key] = /^\/products\/([^/]+)\/?$/i.exec(pathname) ?? []
  if (!key || !store.getState().session.user?.isAdmin) return
  const [{ showAdminProduct }, { makeStore }] = await Promise.all([
    import('./admin/show-admin-product.tsx'),
    import('#web/shop/visitor/store.ts'),
  ])
  const { session, cart } = store.getState()
  const adminStore = makeStore(callApi, { session, cart })
  syncWithStorage(adminStore)
  showAdminProduct(decodeURIComponent(key), { ...surroundings, store: adminStore })
}

async function hydrate({ props }: IslandData, place: number, Component: ComponentType<object> | undefined) {
  const element = document.querySelector(`[data-island="${place}"]`)
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
        // The others work without it.
        onUncaughtError: (error) => {
          reportError(error)
          resolve()
        },
      })
    }),
  )
}

function AfterHydration({ act }: { act(): void }) {
  useEffect(act, [act])
  return null
}
