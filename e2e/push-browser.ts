// Notifications of a browser under test. The push services of browsers cannot be reached by tests, so a subscription is made
// here, at a service that stands in for them, and its messages are handed to the browser's own service worker.
import type { BrowserContext, Page, Worker } from '@playwright/test'

type BrowserDevice = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Has `PushManager` subscribe to a service that stands in: `newDevice` gets the shop's key, and makes the subscription. */
export async function standInForPushManager(page: Page, newDevice: (publicKey: string) => BrowserDevice) {
  await page.exposeFunction('newPushDevice', newDevice)
  await page.addInitScript(() => {
    // The headless browser says denied here, whatever the context has granted and `requestPermission` answers.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    const KEY = 'push subscription'
    const subscriptionOf = (device: { endpoint: string }) => ({
      ...device,
      toJSON: () => device,
      unsubscribe: async () => {
        sessionStorage.removeItem(KEY)
        return true
      },
    })
    const stored = () => JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    const { newPushDevice } = window as unknown as { newPushDevice(key: unknown): Promise<{ endpoint: string }> }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => stored() && subscriptionOf(stored()),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: unknown }) => {
        const device = await newPushDevice(applicationServerKey)
        sessionStorage.setItem(KEY, JSON.stringify(device))
        return subscriptionOf(device)
      },
    })
  })
}

/** The desk's service worker. A headless browser shows no notifications, so the worker notes what it would show. */
export async function deskWorker(context: BrowserContext): Promise<Worker> {
  const isDesk = (worker: Worker) => new URL(worker.url()).pathname === '/admin/worker.js'
  const worker =
    context.serviceWorkers().find(isDesk) ?? (await context.waitForEvent('serviceworker', { predicate: isDesk }))
  await worker.evaluate(() => {
    const shown: object[] = []
    const showNotification = async (title: string, { body, tag, data }: NotificationOptions) => {
      shown.push({ title, body, tag, path: data.path })
    }
    Object.assign(self, { shown })
    Object.assign(ServiceWorkerRegistration.prototype, { showNotification })
  })
  return worker
}

/** Hands a decrypted message to the desk's service worker, as the browser does. */
export async function deliver(context: BrowserContext, page: Page, message: object) {
  const browser = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const desk = registrations.find(({ scopeURL }) => scopeURL.endsWith('/admin/'))
      if (desk) resolve(desk.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  await browser.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registration,
    data: JSON.stringify(message),
  })
}

/** What the desk would show as notifications. */
export const shownNotifications = (worker: Worker) =>
  worker.evaluate(() => (self as unknown as { shown: object[] }).shown)

/** Taps on the notification that leads to this path. */
export const tap = (worker: Worker, path: string) =>
  worker.evaluate((path) => {
    const event = new Event('notificationclick')
    Object.assign(event, { notification: { close() {}, data: { path } }, waitUntil() {} })
    self.dispatchEvent(event)
  }, path)
