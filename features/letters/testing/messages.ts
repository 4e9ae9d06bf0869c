import { type ExampleMessages, HOSTILE, TO, URL_OF_SHOP } from '#server/testing/message-parts.ts'
import type { LetterBlock } from '../contract.ts'
import { confirmationEmail } from '../server/confirmation.ts'
import { letterEmail } from '../server/letter-email.ts'
import { LETTER_KIND } from '../server/letter-mails.ts'
import { LETTER_EMAIL } from '../server/texts.ts'

const words = [{ type: 'text' as const, text: HOSTILE }]
/** A letter with a block of each kind. */
const LETTER: LetterBlock[] = [
  {
    type: 'p',
    children: [
      { type: 'strong', children: words },
      { type: 'a', href: '/shop', children: words },
    ],
  },
  { type: 'h2', children: words },
  { type: 'ul', items: [{ type: 'li', children: [{ type: 'p', children: words }] }] },
  { type: 'blockquote', children: [{ type: 'p', children: words }] },
  { type: 'hr' },
  {
    type: 'product',
    product: {
      ...{ name: HOSTILE, slug: 'tide-pen', price: 4_200, hasPrices: true, isSold: false },
      photo: { location: '/images/0198a0f2-7c1e-7000-8000-0000000000f1.jpg', width: 1200, height: 900 },
    },
  },
]

export const exampleMessages: ExampleMessages = {
  letters_confirm: (shop) => confirmationEmail(TO, `${URL_OF_SHOP}/letters#a`, shop),
  [LETTER_KIND]: (shop) => letterEmail(TO, { subject: HOSTILE, blocks: LETTER }, shop),
  letter_test: (shop) => letterEmail(TO, { subject: LETTER_EMAIL.test(HOSTILE), blocks: LETTER }, shop),
}
