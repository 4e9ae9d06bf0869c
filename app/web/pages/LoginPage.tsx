import { lazy } from 'react'
import * as accounts from '#web/shop/accounts/LoginPage.tsx'
import { CheckoutPartsContext } from '#web/shop/slots/checkout-parts.ts'
import { CHECKOUT_PARTS } from '../slots/checkout-parts.ts'

/** Loaded on demand: shoppers never see it. */
const DeskSignIn = lazy(() => import('../slots/DeskSignIn.tsx'))

export default function LoginPage() {
  return (
    <CheckoutPartsContext value={CHECKOUT_PARTS}>
      <accounts.LoginPage DeskPart={DeskSignIn} />
    </CheckoutPartsContext>
  )
}
