import { createContext, type ReactElement, useContext } from 'react'

/**
 * Renders an element to HTML, or returns its HTML from an earlier page. Set while the server renders a page of the
 * catalog.
 */
export const ReuseHtml = createContext<((of: object, name: string, content: ReactElement) => string) | null>(null)

/**
 * Props that give an element this content. Content of the same name and `of` the same object must be the same: many
 * pages show it, and the server renders it once. `of` is frozen, and another object takes its place when it changes, as
 * `readProduct` has it.
 */
export function useReusedHtml(of: object, name: string, content: ReactElement) {
  const reuse = useContext(ReuseHtml)
  return reuse ? { dangerouslySetInnerHTML: { __html: reuse(of, name, content) } } : { children: content }
}
