import fc from 'fast-check'
import { GOOD_CARD } from '#server/testing/checkouts.ts'

const SHOPPERS = 3
/** How many there are of each piece before a program begins. */
export const STOCK = [2, 6]

const one = <Name extends string>(...names: Name[]) => fc.constantFrom(...names)
const part = <Parts>(weight: number, parts: { [Name in keyof Parts]: fc.Arbitrary<Parts[Name]> }) => ({
  weight,
  arbitrary: fc.record(parts),
})

const piece = fc.nat(STOCK.length - 1)
const line = fc.record({ piece, qty: fc.integer({ min: 1, max: 2 }) })
const code = fc.constantFrom(null, null, null, 'once' as const, 'free' as const)
const placing = {
  do: one('place'),
  who: fc.nat(SHOPPERS - 1),
  lines: fc.array(line, { minLength: 1, maxLength: 2 }),
  code,
}
/** Which of the orders there are, the newest being 0. */
const which = fc.nat(3)
const card = fc.oneof(
  { weight: 4, arbitrary: fc.constant(GOOD_CARD) },
  fc.constantFrom('cnon:card-nonce-declined', 'cnon:card-nonce-rejected-cvv', 'cnon:made-up'),
)
const times = fc.integer({ min: 1, max: 3 })
const effect = fc.constantFrom(
  { status: 500 },
  { status: 503 },
  { status: 429, retryAfter: 0 },
  { html: 502 },
  { empty: true as const },
  { cutOff: true as const },
  { reset: true as const },
  { hang: true as const },
  { delay: 20 },
  { delay: 400 },
)

const anyAction = fc.oneof(
  // What a failing program is shortened to.
  { withCrossShrink: true },
  part(1, { do: one('rest') }),
  part(8, placing),
  part(10, { do: one('pay'), which, card, tabs: times }),
  part(3, { do: one('rush') }),
  part(3, { do: one('die'), which, after: one('T1', 'hold', 'T2', 'capture') }),
  part(2, { do: one('report'), which }),
  part(2, { do: one('verify'), which }),
  part(2, { do: one('start sale') }),
  part(1, { do: one('end sale') }),
  part(2, { do: one('edit'), piece, delta: fc.integer({ min: -3, max: 3 }) }),
  part(2, { do: one('refund'), which, restock: fc.boolean() }),
  part(1, { do: one('ship'), which }),
  part(2, { do: one('cancel'), which }),
  part(1, { do: one('mark paid'), which }),
  part(4, {
    do: one('fault'),
    on: one('createPayment', 'completePayment', 'getPayment', 'cancelByKey', 'cancelPayment', 'createRefund', 'any'),
    when: one('before', 'after'),
    times,
    effect,
  }),
  part(2, { do: one('recover') }),
)

export type Action = typeof anyAction extends fc.Arbitrary<infer T> ? T : never
export type Doing<Name extends Action['do']> = Extract<Action, { do: Name }>

/** Ten actions by two users, a guest, a seller, the card service's faults and the work in the background. */
export const anyProgram: fc.Arbitrary<Action[]> = fc
  .tuple(fc.record(placing), fc.array(anyAction, { minLength: 9, maxLength: 9 }))
  .map(([first, others]) => [first, ...others])
