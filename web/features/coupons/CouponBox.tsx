import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { CouponEffect } from '#contract/pricing.ts'
import { RESERVED_CODE } from '#contract/shop.ts'
import { TEXT } from '#contract/texts.ts'
import { messageOf } from '../../api.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useValidateCouponMutation } from './couponsApi.ts'

/** A code and what it takes off, as the shop said when it was applied. */
export type AppliedCoupon = { code: string; effect: CouponEffect }

type Props = {
  zip: string
  applied: AppliedCoupon | null
  problem: string | null
  /** What the applied code takes off this order in all, in cents. */
  saving: number
  onChange(coupon: AppliedCoupon | null, problem: string | null): void
}

/** Discount code entry on the Place Order screen. */
export function CouponBox({ zip, applied, problem, saving, onChange }: Props) {
  const [validate, { isLoading }] = useValidateCouponMutation()
  const [typed, setTyped] = useState('')
  const ref = useFocusKept(applied !== null)
  const apply = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    const code = typed.trim()
    onChange(null, code ? null : TEXT.couponInvalid)
    const { data, error } = await validate({ code: code || RESERVED_CODE, zip })
    if (data) onChange({ code, effect: data }, null)
    else onChange(null, code ? messageOf(error) : TEXT.couponInvalid)
  }
  return (
    <section ref={ref} className="grid gap-4">
      <h2>{TEXT.discountCode}</h2>
      {problem && <Alert onDismiss={() => onChange(applied, null)}>{problem}</Alert>}
      {applied ? (
        <p className="flex items-center justify-between gap-4" role="status">
          <span>
            <strong className="break-words">{applied.code}</strong> is applied
            {saving > 0 ? `: you save ${formatDollars(saving)}.` : '.'}
          </span>
          <Button variant="quiet" onClick={() => onChange(null, null)}>
            Remove
          </Button>
        </p>
      ) : (
        <form
          onSubmit={apply}
          noValidate
          className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end lg:grid-cols-1 xl:grid-cols-[1fr_auto]"
        >
          <Field
            label="Code"
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button variant="secondary" isBusy={isLoading}>
            {TEXT.applyCode}
          </Button>
        </form>
      )}
    </section>
  )
}

/** What had the focus goes when a code is applied or removed: what takes its place has it then. */
function useFocusKept(isApplied: boolean) {
  const ref = useRef<HTMLElement>(null)
  const wasApplied = useRef(isApplied)
  useEffect(() => {
    if (wasApplied.current === isApplied) return
    wasApplied.current = isApplied
    ref.current?.querySelector<HTMLElement>(isApplied ? 'button' : 'input')?.focus()
  }, [isApplied])
  return ref
}
