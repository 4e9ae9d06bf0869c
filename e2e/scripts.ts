import type { Page } from '@playwright/test'

/** From now on an address is open once its page's scripts are at work: they come after its first picture, and a load does not wait for them. */
export function waitForScripts(page: Page) {
  const goto = page.goto.bind(page)
  page.goto = async (...where) => {
    const answer = await goto(...where)
    await page.waitForFunction(isHydrated)
    return answer
  }
}

/** React has put its marks on what the server rendered. What is not a page of the shop has nothing to wait for. */
function isHydrated() {
  const app = document.getElementById('app')
  return !app || Object.keys(app).some((key) => key.startsWith('__reactFiber'))
}
