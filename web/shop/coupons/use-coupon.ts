import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CouponEffect } from '#contract/coupons.ts'
import { RESERVED_CODE } from '#contract/defaults.ts'
import { TEXT } from '#contract/texts.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { type CartItem, orderedItems } from '#web/shop/visitor/cart.ts'
import { couponCodeSaved } from '#web/shop/visitor/cartSlice.ts'
import { useAppDispatch, useAppSelector } from '#web/shop/visitor/store.ts'
import { codeDraft, saveCodeDraft } from './code-draft.ts'
import { useValidateCouponMutation } from './couponsApi.ts'

/** A code and its effect at its last check. */
type AppliedCoupon = { code: string; effect: CouponEffect }

/**
 * The discount code of the checkout. The browser stores only the applied code; the screen requests its effect on the items
 * from the shop whenever it opens or they change. `check` requests it again, and returns whether the code is still usable.
 */
export function useCoupon(zip: string, items: readonly CartItem[]) {
  const dispatch = useAppDispatch()
  const code = useAppSelector(({ cart }) => cart.couponCode)
  const [checkedCoupon, setCheckedCoupon] = useState<AppliedCoupon | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [validate, { isLoading: isChecking }] = useValidateCouponMutation()
  const { typed, setTyped } = useTypedCode()
  const orderItems = orderedItems(items)
  const cart = JSON.stringify(orderItems)
  const checkedCart = useRef('')

  const check = async (wantedCode: string) => {
    checkedCart.current = wantedCode + cart
    const { data, error } = await validate({
      code: wantedCode || RESERVED_CODE,
      ...(zip && { zip }),
      ...(items.length > 0 && { orderItems }),
    })
    if (data) {
      setCheckedCoupon({ code: wantedCode, effect: data })
      setTyped('')
      dispatch(couponCodeSaved(wantedCode))
      return true
    }
    setProblem(wantedCode ? messageOf(error) : TEXT.couponInvalid)
    setTyped(wantedCode)
    // A code that could not be checked stays stored for the next time; a refused one does not.
    if (isRefusal(error as ApiFailure)) dispatch(couponCodeSaved(''))
    setCheckedCoupon(null)
    return false
  }
  const checkStored = useEffectEvent(() => {
    if (code && code + cart !== checkedCart.current) check(code)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code or cart, perhaps of another tab, is checked
  useEffect(() => checkStored(), [code, cart])

  const apply = () => {
    setProblem(typed.trim() ? null : TEXT.couponInvalid)
    if (!isChecking) check(typed.trim())
  }
  const remove = () => {
    checkedCart.current = ''
    setProblem(null)
    dispatch(couponCodeSaved(''))
  }
  const appliedCoupon = checkedCoupon?.code === code ? checkedCoupon : null
  return {
    /** The applied code, also while the shop checks it; empty without one. */
    code: appliedCoupon || isChecking ? code : '',
    applied: appliedCoupon,
    problem,
    typed,
    setTyped,
    isChecking,
    apply,
    remove,
    check: () => (code ? check(code) : Promise.resolve(true)),
    dismiss: () => setProblem(null),
  }
}

/** Whether the server rejected the code itself. */
const isRefusal = (error: ApiFailure) => [400, 404, 422].includes(error.status)

/** The text of the field, stored as a draft that survives a reload and the end of the session. */
function useTypedCode() {
  const userId = useAppSelector(({ session }) => session.user?._id ?? '')
  const [typedCode, setTypedCode] = useState(() => codeDraft(userId))
  const keep = (text: string) => {
    setTypedCode(text)
    saveCodeDraft(userId, text)
  }
  return { typed: typedCode, setTyped: keep }
}
