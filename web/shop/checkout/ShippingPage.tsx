import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { TEXT } from '#contract/texts.ts'
import { paymentMethodSaved } from '#web/shop/visitor/cartSlice.ts'
import { useAppDispatch, useAppSelector } from '#web/shop/visitor/store.ts'
import { Button } from '#web/ui/Button.tsx'
import { AddressForm } from './AddressForm.tsx'
import { CheckoutStep } from './CheckoutStep.tsx'
import { GuestCheckout } from './GuestCheckout.tsx'
import { useFirstAddress } from './use-first-address.ts'

/** The shipping address step; for a guest also the last one. */
export function ShippingPage() {
  const isGuest = useAppSelector(({ session }) => session.user?.isGuest)
  return isGuest ? <GuestCheckout /> : <ShippingStep />
}

function ShippingStep() {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const [typedAddress, setTypedAddress] = useState(useFirstAddress())
  /** Passes over the payment step, which has one choice. Its link in the step bar opens it. */
  const goOn = () => {
    dispatch(paymentMethodSaved(PAYMENT_METHOD))
    navigate('/placeorder')
  }
  return (
    <CheckoutStep title={TEXT.shipping} current="shipping" address={typedAddress}>
      <AddressForm onTyped={setTypedAddress} onAddress={goOn}>
        <div className="grid sm:col-span-2">
          <Button>{TEXT.continue}</Button>
        </div>
      </AddressForm>
    </CheckoutStep>
  )
}
