// What alerts say to the seller, and the email about them.
import type { AlertKind } from './alerts.ts'

const payments = (count: number) => (count === 1 ? 'One payment' : `${count} payments`)

export const ALERTS = {
  none: 'Payments, requests and disk are as they should be.',
  paymentsStuck: (count: number) =>
    `${payments(count)} began more than a minute ago and ${count === 1 ? 'is' : 'are'} not finished. The shop goes on trying.`,
  paymentsToCheck: (count: number) =>
    `${payments(count)} differ${count === 1 ? 's' : ''} from what the shop has on record.`,
  cardServiceDown: 'The card service does not answer. Until it does, the shop takes no card.',
  webhooksSilent:
    'There were sales, but for 24 hours Square has told the shop nothing. Refunds and disputes of its dashboard arrive late.',
  serverErrors: (errors: number, total: number) =>
    `${errors} of the last ${total} requests failed because of the shop, not of the visitor.`,
  diskFull: (percent: number) => `Only ${percent} % of the disk with the shop’s data is free.`,
} as const

/** The one thing to do. */
export const ALERT_ADVICE: Record<AlertKind, string> = {
  payments_stuck: 'If it does not end within minutes, look at status.squareup.com and at the log of the shop.',
  payments_to_check: 'Open Payments to check: each has its own advice.',
  card_service_down: 'Look at status.squareup.com. If Square is well, check this machine’s way to the internet.',
  webhooks_silent: 'Look at the subscription in Square’s developer dashboard: its log says what went wrong.',
  server_errors: 'The log of the shop has a line for each. Health says what else is wrong.',
  disk_full: 'Make room: delete old backups, or enlarge the disk. A full disk stops the shop.',
}

export const ALERT_EMAIL = {
  subject: (shop: string) => `${shop} needs a look`,
  link: 'See the health of the shop',
} as const
