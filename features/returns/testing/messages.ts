import { type ExampleMessages, HOSTILE, order, PLACED_AT, TO, URL_OF_SHOP } from '#server/testing/message-parts.ts'
import {
  returnAcceptedEmail,
  returnAskedEmail,
  returnExchangedEmail,
  returnRefusedEmail,
  withdrawalReceiptEmail,
} from '../server/return-emails.ts'

const RETURN = {
  ...{ number: 1001, kind: 'withdrawal' as const, askedAt: PLACED_AT, answer: HOSTILE, reason: HOSTILE },
  ...{ buyer: { name: HOSTILE, email: TO }, pieces: `1 × ${HOSTILE}, 2 × Vase` },
}
const LINK = `${URL_OF_SHOP}/order/a#k=b`

export const exampleMessages: ExampleMessages = {
  return_asked: (shop) => returnAskedEmail(TO, RETURN, `${URL_OF_SHOP}/order/${order._id}`, shop),
  withdrawal_receipt: (shop) => withdrawalReceiptEmail(RETURN, LINK, 'America/Chicago', shop),
  return_accepted: (shop) =>
    returnAcceptedEmail(RETURN, LINK, 'buyer', {
      ...shop,
      postalAddress: shop.postalAddress || `${HOSTILE}\n4 Mill Road`,
    }),
  return_exchanged: (shop) => returnExchangedEmail(RETURN, { number: 1044, left: 2_460 }, LINK, shop),
  return_refused: (shop) => returnRefusedEmail(RETURN, LINK, shop),
}
