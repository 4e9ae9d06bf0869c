import { useNavigate } from 'react-router'
import { TEXT } from '#contract/texts.ts'
import { useAppSelector } from '../../store.ts'
import { Button } from '../../ui/Button.tsx'
import { AddressForm } from './AddressForm.tsx'
import { CheckoutStep } from './CheckoutStep.tsx'
import { GuestCheckout } from './GuestCheckout.tsx'

/** The shipping address step; for a guest also the last one. */
export default function ShippingPage() {
  const isGuest = useAppSelector(({ session }) => session.user?.isGuest)
  return isGuest ? <GuestCheckout /> : <ShippingStep />
}

function ShippingStep() {
  const navigate = useNavigate()
  return (
    <CheckoutStep title={TEXT.shipping} current="shipping">
      <AddressForm onAddress={() => navigate('/payment')}>
        <div className="grid sm:col-span-2">
          <Button>{TEXT.continue}</Button>
        </div>
      </AddressForm>
    </CheckoutStep>
  )
}
