// Islands: the components of a catalog page that run in the browser. The rest of such a page is plain HTML.
import { type ComponentProps, type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { Provider } from 'react-redux'
import type { ShopInfo } from '#contract/shop-info.ts'
import { BuyBox } from './features/catalog/BuyBox.tsx'
import { Gallery } from './features/catalog/Gallery.tsx'
import { Header } from './features/layout/Header.tsx'
import { ShopContext } from './features/shop/use-shop.ts'
import { browserNavigation, NavigationContext } from './ui/navigation.ts'
import type { VisitorState, VisitorStore } from './visitor.ts'

const ISLANDS = { BuyBox, Gallery, Header }

/** An island of a page: its component and the props, which go to the browser as JSON. */
export type IslandData = {
  [Name in keyof typeof ISLANDS]: { name: Name; props: ComponentProps<(typeof ISLANDS)[Name]> }
}[keyof typeof ISLANDS]

/** Renders an island to HTML and returns its place among the page's islands. Set while the server renders a page. */
export const RenderIsland = createContext<((island: IslandData) => { place: number; html: string }) | null>(null)

/** A component of a page that the browser hydrates by itself. Within another island it is a component like others. */
export function Island(island: IslandData) {
  const render = useContext(RenderIsland)
  if (!render) return componentOf(island)
  const { place, html } = render(island)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
  return <div data-island={place} className="contents" dangerouslySetInnerHTML={{ __html: html }} />
}

function componentOf({ name, props }: IslandData) {
  const Component = ISLANDS[name] as ComponentType<object>
  return <Component {...(props as object)} />
}

/** The id prefix of an island, without which the ids of two islands would be the same. */
export const idPrefix = (place: number) => `i${place}-`

/** What every island of a page knows. `initial` is the state that the server rendered with: nobody signed in, an empty cart. */
export type Surroundings = { store: VisitorStore; initial: VisitorState; shop: ShopInfo; pathname: string }

/** The root of an island, the same on the server and in the browser. */
export const IslandRoot = ({ island, ...surroundings }: Surroundings & { island: IslandData }) => (
  <PageSurroundings {...surroundings}>{componentOf(island)}</PageSurroundings>
)

/** Provides the components of a catalog page with the store, the shop's settings and the page's own path. */
export const PageSurroundings = ({
  store,
  initial,
  shop,
  pathname,
  children,
}: Surroundings & { children: ReactNode }) => (
  <Provider store={store} serverState={initial}>
    <ShopContext value={shop}>
      <NavigationContext value={browserNavigation(pathname)}>{children}</NavigationContext>
    </ShopContext>
  </Provider>
)
