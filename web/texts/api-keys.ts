// Texts of the keys by which programs use an account: few people have any, so they load with the screen.
export const API_KEYS = {
  title: 'API keys',
  hint: 'A program that sends a key as its bearer token can do what the key allows, within the rights of this account, until the key expires or you revoke it. No key deletes anything, pays money back, or changes settings, accounts and keys. Choosing a new password keeps your keys; resetting it by email ends them.',
  none: 'There are no keys yet.',
  nameOfNew: 'Name of the new key',
  days: 'Expires',
  forDays: (days: number) => (days === 365 ? 'In a year' : `In ${days} days`),
  scopes: 'What it may do',
  scope: {
    read: { label: 'Read', hint: 'Everything that this account sees, with the customers of an admin.' },
    catalog: { label: 'Catalog', hint: 'Read and change products, pages and the look.' },
    orders: { label: 'Orders', hint: 'Place orders; for an admin, read and change all orders, coupons and requests.' },
  },
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
