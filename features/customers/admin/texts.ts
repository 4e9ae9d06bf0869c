// Texts of the screens with customers.
import { formatDollars } from '#contract/money.ts'

const ordersOf = (count: number) => (count === 1 ? '1 order' : `${count.toLocaleString('en-US')} orders`)

export const CUSTOMERS = {
  title: 'Customers',
  nouns: ['customer', 'customers'],
  search: 'Name, email or city',
  caption: 'Customers',
  lastFirst: 'Latest order first',
  empty: 'No customers yet. Everyone who orders or makes an account is listed here.',
  columns: { name: 'Customer', city: 'City', orders: 'Orders', spent: 'Spent', last: 'Last order' },
  guest: 'Guest',
  never: 'None yet',
  facts: (orders: number, spent: number) => `${ordersOf(orders)}, ${formatDollars(spent)}`,
} as const

export const CUSTOMER = {
  title: 'Customer',
  noun: 'customer',
  facts: 'At a glance',
  guest: 'Bought as a guest',
  account: 'Has an account',
  labels: {
    email: 'Email',
    phone: 'Phone',
    city: 'City',
    orders: 'Orders',
    spent: 'Spent',
    last: 'Last order',
    since: 'Customer since',
    wishes: 'Waits for',
  },
  noEmail: 'No email address',
  wishes: (count: number) => (count === 1 ? '1 product' : `${count} products`),
  orders: 'Orders',
  order: (number: number) => `Order ${number}`,
  noOrders: 'No orders yet.',
  newest: 'The newest 50 orders.',
  refunded: (amount: number) => `${formatDollars(amount)} refunded`,
  states: { unpaid: 'Unpaid', canceled: 'Canceled', 'to ship': 'To ship', shipped: 'Shipped', refunded: 'Refunded' },
  note: 'Notes',
  noteHint: 'Only you see them, until the customer asks for their data: then they are in it.',
  guestNote: 'Notes about the orders as a guest',
  save: 'Save notes',
  saved: 'Your notes are saved.',
  mergeTitle: 'The same person?',
  mergeAccount: (orders: number) => `A guest with this email address has ${ordersOf(orders)}.`,
  mergeGuest: 'There is an account with this email address.',
  other: { account: 'See the account', guest: 'See the guest' },
  merge: 'Count them together',
  mergeQuestion: (name: string) =>
    `Show the guest orders with this address under the account of ${name}? Nothing changes for the buyer, and you can separate them again.`,
  merged: 'Orders as a guest are counted with this account.',
  separate: 'Separate them',
  erase: 'Erase this customer’s data',
  eraseAccount: 'Delete the account under People. Orders stay for your books.',
  eraseGuest: 'Erase the buyer’s data on the page of their last order. Orders stay for your books.',
  toUser: 'Go to the account',
  toOrder: (number: number) => `Go to order ${number}`,
} as const
