import './app.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { fetchCall } from './fetch-call.ts'
import { loadCode } from './routes.tsx'
import { makeStore } from './store.ts'

const { shop: shopUrl = '', worker } = document.documentElement.dataset
const rendered = document.getElementById('state')?.textContent
const store = makeStore(fetchCall, rendered ? JSON.parse(rendered) : undefined)
// React compares the page with what the server rendered, so the screen's code must be here first.
await loadCode(window.location.pathname)
// A transition is done in slices, between which the page can be scrolled and pressed.
startTransition(() => {
  hydrateRoot(
    document.getElementById('root') as HTMLElement,
    <App store={store} shopUrl={shopUrl}>
      {(shop) => <BrowserRouter>{shop}</BrowserRouter>}
    </App>,
    { onRecoverableError: (error) => console.error('hydration', error) },
  )
})

// It is for later visits, and waits until this one has all it needs.
const CALM_MS = 3_000
if (worker && 'serviceWorker' in navigator)
  setTimeout(() => void navigator.serviceWorker.register(worker).catch(() => {}), CALM_MS)
