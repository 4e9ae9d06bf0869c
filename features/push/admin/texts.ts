import type { DeskEventKind } from '#contract/admin/desk-events.ts'

export const PUSH_CARD = {
  heading: 'Get a notification for every sale',
  about: 'On this device, also while the desk is closed. It names no buyer.',
  turnOn: 'Turn on notifications',
  notNow: 'Not now',
} as const

export const NOTIFICATIONS = {
  about: 'A short message on your phone or computer when something happens in the shop. It names no buyer.',
  thisDevice: 'This device',
  on: 'Notifications are on.',
  off: 'Notifications are off.',
  turnOff: 'Turn off',
  turnOffOn: (name: string) => `Turn off on ${name}`,
  unsupported: 'This browser cannot show notifications. Open the desk in Chrome, Firefox, Edge or Safari.',
  installFirst: 'On an iPhone or iPad, add the desk to the home screen first:',
  installSteps: [
    'Open this page in Safari.',
    'Tap Share, then Add to Home Screen.',
    'Open the desk from its new icon, and turn on notifications there.',
  ],
  blocked:
    'Notifications are blocked for this page. Allow them in the settings of your browser, and then reload this page.',
  notAsked: 'Notifications stay off. Allow them when your browser asks.',
  failed: 'Your browser could not turn on notifications. Check your connection, and try again.',
  events: 'Notify me of',
  test: 'Send a test',
  others: 'Other devices',
  since: (day: string) => `since ${day}`,
} as const

export const EVENT_NAMES: Record<DeskEventKind, { label: string; hint: string }> = {
  sold: { label: 'A sale', hint: 'A buyer has paid.' },
  to_ship: { label: 'Orders to ship today', hint: 'Once a morning, at 8.' },
  asks: { label: 'A request', hint: 'A shopper asks for a product like one of yours.' },
  cancels: { label: 'A wish to cancel', hint: 'A buyer wants to cancel, or does not wait any longer.' },
  low_stock: { label: 'Low stock', hint: 'A product falls to your low-stock level.' },
  dispute: { label: 'A dispute', hint: 'A bank claims a payment back.' },
}
