// Texts of the screens of webhooks.
import type { DeliveryProblem, OffReason, WebhookDelivery } from '../contract.ts'

export const WEBHOOKS = {
  about:
    'Tell other programs what happens in your shop, such as an automation service or your bookkeeping. An event has ids, numbers and states, and no names or addresses.',
  list: 'Endpoints',
  empty: 'No program hears of your shop yet.',
  columns: { url: 'Address', topics: 'Events', state: 'State' },
  topics: (count: number, all: number) =>
    count === all ? 'All events' : `${count} ${count === 1 ? 'event' : 'events'}`,
  states: { on: 'On', failing: 'Failing', off: 'Off' },
  none: 'No endpoints',
  count: (count: number) => `${count} ${count === 1 ? 'endpoint' : 'endpoints'}`,
  add: 'Add an endpoint',
  create: 'Add endpoint',
} as const

export const WEBHOOK_FORM = {
  noun: 'endpoint',
  title: 'Endpoint',
  url: 'Address',
  urlHint: 'A public address that begins with https://',
  topics: 'Events',
  isOn: 'Send events',
  isOnHint: 'What waits when you switch it off is not sent later.',
  save: 'Save',
  saved: 'The endpoint is saved.',
  delete: 'Delete endpoint',
  deleteSentence: (url: string) => `${url} gets no more events, and its log is deleted.`,
} as const

export const OFF_REASONS: Record<OffReason, string> = {
  failing:
    'Switched off: it received nothing for five days. Mend the program that receives the events, and switch it on.',
  gone: 'Switched off: it answered that it is gone for good (410). Give it a new address, or delete it.',
  secret:
    'Switched off: the secrets of your shop were renewed or lost. Make a new secret, give it to the program that receives the events, and switch it on.',
}

export const SECRET = {
  heading: 'Secret',
  about:
    'The program that receives the events checks their signatures with it, by the Standard Webhooks specification.',
  rotated: (moment: string) => `Made on ${moment}.`,
  rotate: 'Make a new secret',
  rotateSentence: (hours: number) =>
    `For ${hours} hours events are signed with both secrets. Give the new one to the program within that time.`,
  fresh: 'Copy the secret now. ',
  once: 'It is not shown again.',
  copy: 'Copy secret',
  copied: 'Copied',
} as const

export const LOG = {
  heading: 'Log',
  about: 'The latest events of the last 30 days. One that fails is tried again for five days, with growing pauses.',
  empty: 'Nothing was sent yet.',
  test: 'Send a test',
  columns: { event: 'Event', result: 'Result', time: 'Last try', answer: 'Answer' },
  testTopic: 'Test',
  states: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Given up' } satisfies Record<
    WebhookDelivery['state'],
    string
  >,
  again: 'Trying again',
  status: (status: number) => `Status ${status}`,
  problems: {
    address: 'Its address is not public and behind https.',
    private: 'Its name leads to an address that is not public.',
    tooSlow: 'It did not answer in time.',
    unreachable: 'It could not be reached.',
  } satisfies Record<DeliveryProblem, string>,
  tries: (tries: number) => `${tries} ${tries === 1 ? 'try' : 'tries'}`,
  next: (moment: string) => `next ${moment}`,
  never: 'Not yet',
  showAnswer: 'Show answer',
  resend: 'Send again',
  resendNamed: (topic: string, moment: string) => `Send again: ${topic} of ${moment}`,
} as const
