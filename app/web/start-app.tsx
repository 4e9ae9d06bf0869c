// Starts the application: cart, checkout, account and admin pages, which one router moves between.
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { callApi } from '#web/lib/call-api.ts'
import { pageState, registerWorker } from '#web/lib/document.ts'
import { NO_SCRIPTS_NOTICE } from '#web/shop/layout/no-scripts-notice.ts'
import { nextTask } from '#web/shop/visitor/load-react.ts'
import { makeStore } from '#web/shop/visitor/store.ts'
import { App } from './app.tsx'
import { loadCode } from './routes.tsx'

/** Hydrates the page, in slices between which it can be scrolled and pressed. */
export async function startApp() {
  const store = makeStore(callApi, pageState())
  // React compares the page with what the server rendered, so the screen's code must be here first.
  await loadCode(window.location.pathname).catch(reloadOnce)
  await nextTask()
  document.getElementById(NO_SCRIPTS_NOTICE)?.remove()
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root') as HTMLElement,
      <App store={store} shopUrl={document.documentElement.dataset.shop ?? ''}>
        {(shop) => <BrowserRouter>{shop}</BrowserRouter>}
      </App>,
      { onRecoverableError: (error) => console.error('hydration', error) },
    )
  })
  registerWorker()
}

/**
 * The code of a screen that is not there any more (a new version of the shop is out): asks the server for the page
 * again. Throws when this page is loaded for the second time already.
 */
function reloadOnce(error: unknown) {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.type === 'reload') throw error
  window.location.reload()
  return new Promise<never>(() => {})
}
