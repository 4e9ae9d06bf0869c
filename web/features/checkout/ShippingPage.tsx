import { useState } from 'react'
import { useNavigate } from 'react-router'
import { TEXT } from '#contract/texts.ts'
import { useAppSelector } from '../../store.ts'
import { Button } from '../../ui/Button.tsx'
import { AddressForm } from './AddressForm.tsx'
import { CheckoutStep } from './CheckoutStep.tsx'
import { GuestCheckout } from './GuestCheckout.tsx'
import { useFirstAddress } from './use-first-address.ts'

/** The shipping address step; for a guest also the last one. */
export default function ShippingPage() {
  const isGuest = useAppSelector(({ session }) => session.user?.isGuest)
  return isGuest ? <GuestCheckout /> : <ShippingStep />
}

function ShippingStep() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(useFirstAddress())
  return (
    <CheckoutStep title={TEXT.shipping} current="shipping" address={typed}>
      <AddressForm onTyped={setTyped} onAddress={() => navigate('/payment')}>
        <div className="grid sm:col-span-2">
          <Button>{TEXT.continue}</Button>
        </div>
      </AddressForm>
    </CheckoutStep>
  )
}
