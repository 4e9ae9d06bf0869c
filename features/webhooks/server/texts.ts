// What the shop says about webhooks.
import type { OffReason } from '../contract.ts'

export const WEBHOOKS = {
  notFound: 'This endpoint was deleted.',
  deleted: 'The endpoint is deleted.',
  noDelivery: 'This event is not in the log any more.',
  refusedUrl: 'Enter the address of a public server that begins with https:// and has no port, name or password.',
  tooMany: (most: number) => `A shop has at most ${most} endpoints. Delete one of them first.`,
  isOff: 'The endpoint is off. Switch it on first.',
  waits: 'This event waits to be sent already.',
  testSent: 'The test is on its way. Its result appears in the log.',
  resent: 'The event is on its way again.',
} as const

export const RATE_LIMITS = {
  change: 'You have changed endpoints too often. Try again in an hour.',
  send: 'You have sent many events by hand. Try again in an hour.',
} as const

export const WEBHOOK_OFF = {
  subject: (host: string) => `Webhooks to ${host} are off`,
  paragraph: (url: string) => `Your shop sends no more events to ${url}.`,
  reasons: {
    failing: 'It did not receive any for five days.',
    gone: 'It answered that it is gone for good (410).',
    secret: 'The secrets of your shop were renewed or lost, so nobody could check its signatures.',
  } satisfies Record<OffReason, string>,
  next: {
    failing: 'Look at the log, mend the program that receives them, and switch the endpoint on again.',
    gone: 'Delete the endpoint, or give it a new address.',
    secret: 'Make a new secret, give it to the program that receives the events, and switch the endpoint on again.',
  } satisfies Record<OffReason, string>,
  link: 'Open the endpoint',
} as const
