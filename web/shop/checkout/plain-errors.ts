import { COUNTRY } from '#contract/addresses.ts'
import { checkAnswers } from '#contract/answers.ts'
import { answerField, answersIn } from '#contract/buy-fields.ts'
import type { PlainCheckout } from '#contract/rendering.ts'
import { guestProblem } from '#web/shop/accounts/validation.ts'
import { addressProblem, zipDoubt } from '#web/shop/addresses/validation.ts'

/**
 * The sentence on each field of a form without JavaScript that is wrong: those of the server, and those that the
 * checkout with JavaScript says at the same fields.
 */
export function plainErrors({ bought, typed, errors, isSent, asksState }: PlainCheckout): Record<string, string> {
  const givenFields = { get: (name: string) => typed[name] ?? null }
  const wrong = checkAnswers(bought.asks ?? [], answersIn(givenFields, bought.asks)).errors
  const answers = Object.fromEntries(wrong.map(({ key, message }) => [answerField(key), message]))
  if (!isSent) return { ...errors, ...answers }
  const { name = '', email = '' } = typed
  const doubt = asksState && zipDoubt(typed)
  return {
    ...errors,
    ...answers,
    ...guestProblem({ name, email })?.fields,
    // A form without a choice of countries sends none.
    ...addressProblem({ ...typed, country: COUNTRY })?.fields,
    ...(doubt && { postalCode: doubt }),
  }
}
