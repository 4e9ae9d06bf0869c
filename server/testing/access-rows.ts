// A part of the API's rows of the access matrix: of the shop in access-matrix.ts, of a feature in its folder.
import type { KeyPart } from '#contract/calls/define-calls.ts'
import { orderKeys } from '#server/shop/orders/order-links.ts'
import type { testCheckout } from './checkouts.ts'
import { guest, product, type user } from './factories.ts'

export type Sample = { url: string; body?: unknown; headers?: Record<string, string> }
export type Shop = Awaited<ReturnType<typeof testCheckout>>
export type Account = Awaited<ReturnType<typeof user>>
export type Order = { _id: string; totalPrice: number }

/**
 * A signed-in user with the API role; a program with an API key of such a user; a guest; the owner as a guest; the
 * session of an order link.
 */
export type Kind = 'program' | 'key' | 'guest' | 'guest owner' | 'link'

/** `make` creates what the call is about and belongs to its owner; `call` makes the request from it. */
export type Row<Made = unknown> = {
  /** The status for those who may make the call; 200 unless it says otherwise. A packer is a stranger by default. */
  status?: number | { stranger: number; owner: number; packer?: number; admin: number }
  /** The statuses of kinds of callers who may make the call and get another one. */
  exceptions?: Partial<Record<Kind, number>>
  make?(shop: Shop, owner: Account): Promise<Made>
  /** By default the path without body. */
  call?(made: Made, owner: Account): Sample
}

/** A row, whose `call` takes what its `make` makes. */
export const row = <Made>(of: Row<Made>) => of as Row

/** The rows of these calls, of which each has one, and the names of those that API keys may make by the part they are about. */
export type AccessRows<Calls = Record<string, unknown>> = {
  rows: Record<keyof Calls, Row>
  parts?: Partial<Record<KeyPart, RegExp>>
}

/** An order of the owner. */
export async function placed({ db, place }: Shop, owner: Account): Promise<Order> {
  return (await place(await product(db), {}, owner.token)).json()
}

/** A paid order of the owner, with the id of its payment. */
export async function paid(shop: Shop, owner: Account) {
  const order = await placed(shop, owner)
  const payment = await shop.pay(order, {}, owner.token)
  return { ...order, payment: payment.json<{ id: string }>().id }
}

/** An order of a guest who is none of the callers, with the key of its link. */
export async function linkedOrder({ db, place }: Shop) {
  const { token } = await guest(db)
  const { _id: id } = (await place(await product(db), {}, token)).json<Order>()
  return { id, key: (await orderKeys(db, [id])).get(id) }
}
