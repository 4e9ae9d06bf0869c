// The script of the application: cart, checkout, account and admin pages, which one router moves between.
import './app.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { callApi } from './call-api.ts'
import { pageState, registerWorker } from './document.ts'
import { loadCode } from './routes.tsx'
import { makeStore } from './store.ts'

const store = makeStore(callApi, pageState())
// React compares the page with what the server rendered, so the screen's code must be here first.
await loadCode(window.location.pathname)
// A transition is done in slices, between which the page can be scrolled and pressed.
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
