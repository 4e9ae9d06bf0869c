// What this browser can do about notifications, and its subscription to them.
import { DESK_SCOPE } from '#contract/manifests.ts'
import { activeDeskWorker } from '#web/admin/lib/desk-app.ts'
import type { NewPushDevice } from '../contract.ts'

/** `install first`: an iPhone or iPad, which has notifications only in an app on its home screen. */
export type BrowserSupport = 'supported' | 'install first' | 'unsupported'

export function browserSupport(): BrowserSupport {
  if (isAppleTouchDevice() && !isInstalled()) return 'install first'
  const hasAll = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return hasAll && document.documentElement.dataset.worker ? 'supported' : 'unsupported'
}

/** An iPad says that it is a Mac, which has no touch screen. */
const isAppleTouchDevice = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Whether the user has forbidden notifications. */
export const isBlocked = () => 'Notification' in window && Notification.permission === 'denied'

/** The subscription of this browser; null without one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration(DESK_SCOPE)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Asks the user, who has to have pressed a button for it; false when they refuse. */
export const isAllowed = async () => (await Notification.requestPermission()) === 'granted'

/** Subscribes this browser with the shop's key, in place of a subscription with another one. */
export async function subscribe(publicKey: string): Promise<NewPushDevice> {
  const { pushManager } = await activeDeskWorker()
  const former = await pushManager.getSubscription()
  if (former) await former.unsubscribe()
  return toDevice(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }), publicKey)
}

/** What the shop is told of a subscription. */
export function toDevice(subscription: PushSubscription, publicKey: string): NewPushDevice {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }, publicKey, name: deviceName() }
}

const BROWSERS = [
  ['Edg', 'Edge'],
  ['SamsungBrowser', 'Samsung'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
] as const

/** Such as `Chrome on Android`, by which people know their devices apart. */
function deviceName() {
  const nameIn = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => navigator.userAgent.includes(mark))?.[1]
  return [nameIn(BROWSERS) ?? 'Browser', nameIn(SYSTEMS)].filter(Boolean).join(' on ')
}
