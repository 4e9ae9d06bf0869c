import type { Order } from '#contract/orders.ts'
import type { VerificationDetails } from './square-sdk.ts'

/** The order's figures and its buyer, as the card form needs them. */
export type Payable = Pick<Order, 'totalPrice' | 'user' | 'shippingAddress'>

/** Cents as the decimal dollars that Square's script wants. */
export const decimal = (cents: number) => (cents / 100).toFixed(2)

/** A name in the two parts that card services want; one word is a given name. */
export function nameParts(name: string) {
  const [givenName = '', ...rest] = name.trim().split(/\s+/)
  return { givenName, familyName: rest.join(' ') }
}

/** What goes along with the card, so that its bank can see who pays how much. */
export function verificationOf({ totalPrice, user, shippingAddress }: Payable): VerificationDetails {
  const { address, city, state, postalCode } = shippingAddress
  return {
    amount: decimal(totalPrice),
    currencyCode: 'USD',
    intent: 'CHARGE',
    customerInitiated: true,
    sellerKeyedIn: false,
    billingContact: {
      ...nameParts(user.name),
      email: user.email,
      addressLines: [address],
      city,
      state,
      postalCode,
      countryCode: 'US',
    },
  }
}
