import './app.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { parseRoles, ROLES_HEADER } from '#contract/roles.ts'
import type { CallApi } from './api.ts'
import { App } from './app.tsx'
import { loadCode } from './routes.tsx'
import { makeStore } from './store.ts'

const call: CallApi = async ({ url, method = 'GET', body }, token, signal, tell) => {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const answer = await fetch(url, { method, headers, body: payload, signal })
  const roles = parseRoles(answer.headers.get(ROLES_HEADER))
  if (roles) tell?.(roles)
  const isJson = answer.headers.get('content-type')?.includes('json')
  const data = isJson ? await answer.json() : await answer.text()
  if (!answer.ok) throw Object.assign(new Error(`${answer.status}`), { status: answer.status, data })
  return data
}

const { shop: shopUrl = '', worker } = document.documentElement.dataset
const rendered = document.getElementById('state')?.textContent
const store = makeStore(call, rendered ? JSON.parse(rendered) : undefined)
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
