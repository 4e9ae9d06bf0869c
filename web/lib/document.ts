/** The data that the server rendered the page with; undefined on a page without. */
export function pageState(): unknown {
  const state = document.getElementById('state')?.textContent
  return state ? JSON.parse(state) : undefined
}

/** The id of the template with the tags that preload the code of a page's islands. */
export const ON_DEMAND = 'on-demand'

/** Preloads the code of the page's islands, once. */
export function preloadIslands() {
  const template = document.getElementById(ON_DEMAND) as HTMLTemplateElement | null
  if (template) document.head.append(template.content)
}

/** The service worker is for later visits, and waits until this one has all it needs. */
const CALM_MS = 3_000

/** Registers the service worker of the page, if it names one. */
export function registerWorker() {
  const { worker } = document.documentElement.dataset
  if (worker && 'serviceWorker' in navigator)
    setTimeout(() => void navigator.serviceWorker.register(worker).catch(() => {}), CALM_MS)
}
