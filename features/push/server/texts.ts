// What notices say. A phone shows them to whoever looks at it, so they name nobody.
import { formatDollars } from '#contract/money.ts'

const things = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`

/** Title and text of a notice. */
export type NoticeWords = { title: string; body: string }

export const NOTICES = {
  sold: ({ number, products, cents }: { number: number; products: number; cents: number }): NoticeWords => ({
    title: `Sold: ${things(products, 'product')}, ${formatDollars(cents)}`,
    body: `Open order ${number} to pack it.`,
  }),
  cancels: ({ number }: { number: number }): NoticeWords => ({
    title: `A buyer wants to cancel order ${number}`,
    body: 'Open it to answer.',
  }),
  dispute: ({ number }: { number: number }): NoticeWords => ({
    title: `A payment is disputed: order ${number}`,
    body: 'Open it to see until when you can answer.',
  }),
  asks: (): NoticeWords => ({ title: 'A shopper asks for a product', body: 'Open the request to answer.' }),
  toShip: (orders: number): NoticeWords => ({
    title: `${things(orders, 'order')} to ship today`,
    body: 'Open the list to pack.',
  }),
  lowStock: (products: number): NoticeWords => ({
    title: `${things(products, 'product')} low in stock`,
    body: 'Open the list to make more.',
  }),
  test: (): NoticeWords => ({ title: 'It works', body: 'This is how your shop will notify you.' }),
} as const

export const PUSH = {
  removed: 'This device gets no more notifications.',
  testSent: 'Sent. It should appear in a moment.',
  notFound: 'Notifications are off on this device.',
  tooMany: (most: number) => `You get notifications on ${most} devices already. Turn them off on one of those first.`,
  endpointRefused: 'This browser’s notification service cannot be used. Try another browser.',
  keyReplaced: 'The shop has a new key since. Reload the page and try again.',
} as const

export const RATE_LIMITS = {
  device: 'You have changed devices too often. Try again in an hour.',
  test: 'That were many tests. Try again in an hour.',
} as const

export const PERSON_FILE_TITLE = 'Devices with notifications of the shop'
