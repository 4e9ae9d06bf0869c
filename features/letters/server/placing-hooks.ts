import { eq } from 'drizzle-orm'
import type { PlacingHooks } from '#server/shop/orders/placing-hooks.ts'
import { users } from '#server/shop/schema/users.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { isOn } from '#server/shop/settings/switches.ts'
import { LettersOfOrder } from '../contract.ts'
import { subscribe } from './subscribers.ts'

/** Stores that the buyer ticked the box of the checkout. A shop that stopped letters meanwhile takes the order without. */
export const ofOrders: PlacingHooks<typeof LettersOfOrder> = {
  fields: LettersOfOrder,
  formFields: { letters: () => ({ letters: true }) },
  async noteBuyer(tx, userId, { letters }) {
    if (!letters || !isOn(await shopSettings(tx), 'offersLetters')) return
    const [buyer] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    if (buyer) await subscribe(tx, buyer.email, 'checkout')
  },
}
