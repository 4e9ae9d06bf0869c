import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { TEXT } from '#contract/texts.ts'
import { useNavigateWhen } from '#web/shop/accounts/sign-in-redirect.ts'
import { missingStep } from '#web/shop/addresses/validation.ts'
import { paymentMethodSaved } from '#web/shop/visitor/cartSlice.ts'
import { useAppDispatch, useAppSelector } from '#web/shop/visitor/store.ts'
import { CHOOSE_PAYMENT } from '#web/texts/checkout.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { CheckoutStep } from './CheckoutStep.tsx'

/** The payment method step, which has one method. */
export function PaymentPage() {
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
