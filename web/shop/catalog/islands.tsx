// Islands: the components of a catalog page that run in the browser. The rest of such a page is plain HTML.
import { type ComponentProps, type ComponentType, createContext, useContext } from 'react'
import { BuyBox } from '#web/shop/catalog/BuyBox.tsx'
import { ChoiceBuyBox } from '#web/shop/catalog/ChoiceBuyBox.tsx'
import { Gallery } from '#web/shop/catalog/Gallery.tsx'
import { Header } from '#web/shop/layout/Header.tsx'

const ISLANDS = { BuyBox, ChoiceBuyBox, Gallery, Header }

/** An island of a page: its component and the props, which go to the browser as JSON. */
export type IslandData = {
  [Name in keyof typeof ISLANDS]: { name: Name; props: ComponentProps<(typeof ISLANDS)[Name]> }
}[keyof typeof ISLANDS]

/** Renders an island to HTML and returns its place among the page's islands. Set while the server renders a page. */
export const RenderIsland = createContext<((island: IslandData) => { place: number; html: string }) | null>(null)

/** A component of a page that the browser hydrates by itself. Elsewhere than on the server it is a plain component. */
export function Island(island: IslandData) {
  const render = useContext(RenderIsland)
  if (!render) return <IslandComponent {...island} />
  const { place, html } = render(island)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
  return <div data-island={place} className="contents" dangerouslySetInnerHTML={{ __html: html }} />
}

/** The component of an island with its props. */
export function IslandComponent({ name, props }: IslandData) {
  const Component = ISLANDS[name] as ComponentType<object>
  return <Component {...(props as object)} />
}
