import { type ComponentProps, type ComponentType, createContext, createElement, useContext } from 'react'

/** `state` and `replace` are for the router of the application; a browser alone ignores them. */
export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown; replace?: boolean }

/** How to get from page to page: by the router of the application, or by the browser on a page of the catalog. */
export type Navigation = {
  Link: ComponentType<LinkProps>
  pathname: string
  /** Another one after each navigation. */
  key: string
  navigate(href: string, options?: { replace?: boolean }): void
}

const Anchor = ({ to, state: _, replace: __, ...props }: LinkProps) => createElement('a', { ...props, href: to })

/** Navigation by the browser, from the page at this path. */
export const browserNavigation = (pathname: string): Navigation => ({
  Link: Anchor,
  pathname,
  key: pathname,
  navigate: (href, { replace = false } = {}) => window.location[replace ? 'replace' : 'assign'](href),
})

export const NavigationContext = createContext<Navigation>(browserNavigation('/'))

/** How the page around this component navigates. */
export const useNavigation = () => useContext(NavigationContext)
