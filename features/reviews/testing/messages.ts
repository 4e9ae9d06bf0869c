import { type ExampleMessages, HOSTILE, TO, URL_OF_SHOP } from '#server/testing/message-parts.ts'
import { reviewAskEmail } from '../server/review-email.ts'

export const exampleMessages: ExampleMessages = {
  review_ask: (shop) =>
    reviewAskEmail({ email: TO, name: HOSTILE, pieces: [HOSTILE, 'Vase'] }, `${URL_OF_SHOP}/reviews/write#a`, shop),
}
