import { HOME } from '#contract/addresses.ts'
import { formatDecimal } from '#contract/money.ts'
import { nameParts } from '#contract/names.ts'
import type { Order } from '#contract/orders.ts'
import type { VerificationDetails } from './square-sdk.ts'

/** The fields of an order that the card form needs. */
export type Payable = Pick<Order, '_id' | 'totalPrice' | 'user' | 'shippingAddress'>

/** Buyer and amount, for the bank's verification of the card. */
export function verificationOf({ totalPrice, user, shippingAddress }: Payable): VerificationDetails {
  const { address, address2, city, state, postalCode, countryCode = HOME } = shippingAddress
  return {
    amount: formatDecimal(totalPrice),
    currencyCode: 'USD',
    intent: 'CHARGE',
    customerInitiated: true,
    sellerKeyedIn: false,
    billingContact: {
      ...nameParts(user.name),
      email: user.email,
      addressLines: address2 ? [address, address2] : [address],
      city,
      state,
      postalCode,
      countryCode,
    },
  }
}
