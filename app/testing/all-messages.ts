// A message of each kind, with what somebody hostile has typed wherever there is room for it.
import assert from 'node:assert/strict'
import { FEATURES } from '#app/server/features.ts'
import type { Feature } from '#server/shop/feature.ts'
import {
  addressChangedEmail,
  addressChangingEmail,
  addressRegisteredEmail,
  addressSetEmail,
  passwordChangedEmail,
  resetLinkEmail,
} from '#server/shop/messages/account-messages.ts'
import {
  canceledOrderEmail,
  cancelRequestEmail,
  moneyWantedEmail,
  newOrderEmail,
  paymentsToCheckEmail,
  testEmail,
} from '#server/shop/messages/admin-messages.ts'
import {
  canceledEmail,
  declinedCancelEmail,
  delayEmail,
  newAddressEmail,
  receiptEmail,
  refundEmail,
  shippedEmail,
} from '#server/shop/messages/buyer-messages.ts'
import {
  DELAY,
  DELAY_LINKS,
  type ExampleMessages,
  HOSTILE,
  order,
  sender,
  TO,
  URL_OF_SHOP,
} from '#server/testing/message-parts.ts'

const OF_SHOP: ExampleMessages = {
  receipt: (shop) => receiptEmail(order, shop),
  shipped: (shop) => shippedEmail(order, shop),
  canceled: (shop) => canceledEmail(order, shop),
  refunded: (shop) =>
    refundEmail(order, shop, {
      cents: 500,
      card: { brand: null, last4: HOSTILE },
      parts: `1 × ${HOSTILE}`,
      reason: HOSTILE,
    }),
  'declined cancel request': (shop) => declinedCancelEmail(order, shop),
  'new address': (shop) => newAddressEmail(order, shop),
  'cancel request': (shop) => cancelRequestEmail(order, shop),
  delayed: (shop) => delayEmail({ ...order, delay: DELAY }, shop, DELAY_LINKS),
  'money wanted': (shop) => moneyWantedEmail(order, shop),
  'new order': (shop) => newOrderEmail(order, shop),
  'canceled order': (shop) => canceledOrderEmail(order, shop),
  discrepancies: (shop) => paymentsToCheckEmail([{ sentence: HOSTILE, order: { id: order._id, number: 1001 } }], shop),
  'reset link': (shop) => resetLinkEmail(TO, `${URL_OF_SHOP}/reset-password/abc`, shop),
  'changed password': (shop) => passwordChangedEmail(TO, shop),
  'changed address': (shop) => addressChangedEmail(TO, shop),
  'changing address': (shop) => addressChangingEmail(TO, shop),
  'set address': (shop) => addressSetEmail(TO, shop),
  'registered address': (shop) => addressRegisteredEmail(TO, shop),
  test: (shop) => testEmail(TO, shop),
}

/** The messages of a feature. Throws when it has none for a kind that it declares, or one for another kind. */
async function messagesOf({ name, messages }: Feature): Promise<ExampleMessages> {
  const declaredKinds = messages?.flatMap(({ kinds }) => kinds) ?? []
  if (declaredKinds.length === 0) return {}
  const { exampleMessages } = await import(`#features/${name}/testing/messages.ts`)
  assert.deepEqual(Object.keys(exampleMessages).sort(), declaredKinds.sort(), `features/${name}/testing/messages.ts`)
  return exampleMessages
}

const KINDS: ExampleMessages = Object.assign({}, OF_SHOP, ...(await Promise.all(FEATURES.map(messagesOf))))
export const kinds = Object.keys(KINDS)
export function messageOf(kind: string, shop = sender()) {
  const write = KINDS[kind]
  assert(write, `There is no message ${kind}.`)
  return write(shop)
}
