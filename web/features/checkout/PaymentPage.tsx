import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { TEXT } from '#contract/texts.ts'
import { useAppDispatch, useAppSelector } from '../../store.ts'
import { CHOOSE_PAYMENT } from '../../texts/checkout.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useNavigateWhen } from '../accounts/sign-in-redirect.ts'
import { paymentMethodSaved } from '../cart/cartSlice.ts'
import { CheckoutStep } from './CheckoutStep.tsx'
import { missingStep } from './validation.ts'

/** The payment method step, which has one method. */
export default function PaymentPage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const missing = useAppSelector(({ cart }) => missingStep('payment', cart))
  useNavigateWhen(missing)
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    dispatch(paymentMethodSaved(PAYMENT_METHOD))
    navigate('/placeorder')
  }
  if (missing) return null
  return (
    <CheckoutStep title={TEXT.paymentMethod} current="payment">
      <Panel>
        <form onSubmit={choose} className="grid gap-6">
          <fieldset className="grid gap-3">
            <legend className="mb-3">{CHOOSE_PAYMENT.select}</legend>
            <label className="flex min-h-14 items-center gap-3 rounded-md border border-edge px-4 font-medium has-checked:border-accent has-checked:bg-accent-soft">
              <input type="radio" name="paymentMethod" value={PAYMENT_METHOD} defaultChecked className="size-5" />
              {TEXT.creditCard}
            </label>
            <p className="text-sm text-muted">
              {CHOOSE_PAYMENT.wallets} {CHOOSE_PAYMENT.whenCharged}
            </p>
          </fieldset>
          <Button>{TEXT.continue}</Button>
        </form>
      </Panel>
    </CheckoutStep>
  )
}
