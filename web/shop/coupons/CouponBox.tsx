import { type FormEvent, useEffect, useRef } from 'react'
import { TEXT } from '#contract/texts.ts'
import { COUPON_BOX } from '#web/texts/checkout.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import type { useCoupon } from './use-coupon.ts'

type Props = {
  coupon: ReturnType<typeof useCoupon>
  /** The discount of the applied code on this order, in cents. */
  saving: number
}

/** Discount code entry on the Place Order screen. */
export function CouponBox({ coupon, saving }: Props) {
  const { code, applied, problem, typed, setTyped, isChecking, apply, remove, dismiss } = coupon
  const ref = useFocusMove(code !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply()
  }
  return (
    <section ref={ref} className="grid gap-4">
      <h2>{TEXT.discountCode}</h2>
      {problem && <Alert onDismiss={dismiss}>{problem}</Alert>}
      {code ? (
        <p className="flex items-center justify-between gap-4" role="status">
          <span>
            <strong className="break-words">{code}</strong> {applied ? COUPON_BOX.applied(saving) : COUPON_BOX.checking}
          </span>
          <Button variant="quiet" onClick={remove}>
            {COUPON_BOX.remove}
          </Button>
        </p>
      ) : (
        <form
          onSubmit={submit}
          noValidate
          className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end lg:grid-cols-1 xl:grid-cols-[1fr_auto]"
        >
          <Field
            label={COUPON_BOX.code}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button variant="secondary" isBusy={isChecking}>
            {TEXT.applyCode}
          </Button>
        </form>
      )}
    </section>
  )
}

/** Moves the focus to the element that replaces the focused one when a code is applied or removed. */
function useFocusMove(isApplied: boolean) {
  const ref = useRef<HTMLElement>(null)
  const wasApplied = useRef(isApplied)
  useEffect(() => {
    if (wasApplied.current === isApplied) return
    wasApplied.current = isApplied
    ref.current?.querySelector<HTMLElement>(isApplied ? 'button' : 'input')?.focus()
  }, [isApplied])
  return ref
}
