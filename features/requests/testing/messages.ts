import { type ExampleMessages, HOSTILE, TO, URL_OF_SHOP } from '#server/testing/message-parts.ts'
import { answerEmail, backEmail, confirmRequestEmail, newRequestEmail } from '../server/request-emails.ts'

export const REQUESTED_PRODUCT = { name: HOSTILE, slug: 'tide-pen' }

export const exampleMessages: ExampleMessages = {
  request_confirm: (shop) =>
    confirmRequestEmail(TO, 'sister', REQUESTED_PRODUCT, `${URL_OF_SHOP}/requests/confirm#a`, shop),
  request_back: (shop) => backEmail(TO, REQUESTED_PRODUCT, `${URL_OF_SHOP}/requests/end#a`, shop),
  request_answer: (shop) => answerEmail(TO, REQUESTED_PRODUCT, { words: HOSTILE, listed: REQUESTED_PRODUCT }, shop),
  new_request: (shop) => newRequestEmail(TO, REQUESTED_PRODUCT, HOSTILE, shop),
}
