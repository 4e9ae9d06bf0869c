// The desk as an installed app: its web manifest, and its service worker.
import { DESK_MANIFEST, DESK_SCOPE } from '#contract/manifests.ts'

/** The URL of the desk's service worker; undefined where it is switched off or not supported. */
function workerUrl() {
  const { worker } = document.documentElement.dataset
  return worker && 'serviceWorker' in navigator ? `/admin${worker}` : undefined
}

/** Has the browser install the desk instead of the shop, also when it came here from a page of the shop. */
export function startDeskApp() {
  document.querySelector('link[rel=manifest]')?.setAttribute('href', DESK_MANIFEST)
  void registerDeskWorker().catch(() => {})
}

/** The registration of the desk's service worker; undefined where there is none. */
export async function registerDeskWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const url = workerUrl()
  return url ? navigator.serviceWorker.register(url, { scope: DESK_SCOPE }) : undefined
}

/** The registration once its worker runs, as subscriptions need it. Throws where there is none. */
export async function activeDeskWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await registerDeskWorker()
  if (!registration) throw new Error('The service worker is switched off.')
  const starting = registration.active ? null : (registration.installing ?? registration.waiting)
  if (starting) await untilSettled(starting)
  return registration
}

const untilSettled = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    const check = () => ['activated', 'redundant'].includes(worker.state) && resolve()
    worker.addEventListener('statechange', check)
    check()
  })
