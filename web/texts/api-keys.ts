// Texts of the keys by which programs use an account: few people have any, so they load with the screen.
import type { HeldRight, KeyRight } from '#contract/api-keys.ts'

export const API_KEYS = {
  title: 'API keys',
  hint: 'A program that sends a key as its bearer token can do what the key allows, within the rights of this account, until the key expires or you revoke it. No key deletes anything, pays money back, or reaches people, settings, passwords, backups and other keys. Choosing a new password keeps your keys; resetting it by email ends them.',
  none: 'There are no keys yet.',
  nameOfNew: 'Name of the new key',
  days: 'Expires',
  forDays: (days: number) => (days === 365 ? 'In a year' : `In ${days} days`),
  rights: 'What it may do',
  right: {
    read_catalog: 'Read catalog',
    write_catalog: 'Write catalog',
    orders: 'Orders',
    money: 'Money',
    // Of older keys.
    read: 'Read',
    payments: 'Payments',
  } satisfies Record<HeldRight, string>,
  rightHint: {
    read_catalog: 'Products with what only the desk sees, drafts, pages and the look.',
    write_catalog: 'Read and change them.',
    orders: 'Place orders; for an admin, read and change all orders, coupons and requests.',
    money: 'Reports, payouts and sales tax; pay orders by card and mark them as paid.',
  } satisfies Record<KeyRight, string>,
  expires: (day: string, isOver: boolean) => (isOver ? `Expired ${day}` : `Expires ${day}`),
  create: 'Create key',
  /** A sentence that ends in bold. */
  made: (name: string) => [`The key “${name}”. Copy it now: `, 'it is not shown again.'],
  copy: 'Copy',
  copied: 'Copied',
  created: (day: string) => `Created ${day}`,
  lastUsed: (day: string) => `Last used ${day}`,
  neverUsed: 'Never used',
  revoke: 'Revoke',
  revokeKey: (name: string) => `Revoke ${name}`,
  revokeWarning: (name: string) => `Programs that use the key “${name}” will be refused from now on.`,
}
