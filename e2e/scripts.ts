import type { Page } from '@playwright/test'

/**
 * Makes navigation wait for the page's deferred scripts, which load after the first paint and after the load event, and
 * for its islands, which are hydrated as if the visitor had pointed at one.
 */
export function waitForScripts(page: Page) {
  const goto = page.goto.bind(page)
  page.goto = async (...where) => {
    const answer = await goto(...where)
    await page.waitForFunction(isHydrated)
    return answer
  }
}

/**
 * Whether React has hydrated the server's HTML: the islands of a catalog page, which this begins, or the whole of
 * another. A document that is not a page of the shop has nothing to wait for.
 */
export function isHydrated() {
  const app = document.getElementById('app')
  // React writes a link before the content, which preloads an image such as the logo.
  const islands = [...document.querySelectorAll('[data-island] > :not(link)')]
  islands[0]?.dispatchEvent(new Event('pointerover', { bubbles: true }))
  const roots = islands.length > 0 || !app ? islands : [app]
  return roots.every((root) => Object.keys(root).some((key) => key.startsWith('__reactFiber')))
}
