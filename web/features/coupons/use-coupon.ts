import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { RESERVED_CODE } from '#contract/defaults.ts'
import type { CouponEffect } from '#contract/pricing.ts'
import { TEXT } from '#contract/texts.ts'
import { messageOf } from '../../api-failure.ts'
import type { ApiFailure } from '../../call-api.ts'
import { useAppDispatch, useAppSelector } from '../../store.ts'
import { couponCodeSaved } from '../cart/cartSlice.ts'
import { codeDraft, saveCodeDraft } from '../checkout/address-draft.ts'
import { useValidateCouponMutation } from './couponsApi.ts'

/** A code and its effect at its last check. */
type AppliedCoupon = { code: string; effect: CouponEffect }

/**
 * The discount code of the checkout. The browser stores only the applied code; the screen requests its effect from the
 * shop whenever it opens. `check` requests it again, and returns whether the code is still usable.
 */
export function useCoupon(zip: string) {
  const dispatch = useAppDispatch()
  const code = useAppSelector(({ cart }) => cart.couponCode)
  const [checked, setChecked] = useState<AppliedCoupon | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [validate, { isLoading: isChecking }] = useValidateCouponMutation()
  const { typed, setTyped } = useTypedCode()
  const checkedCode = useRef('')

  const check = async (wanted: string) => {
    checkedCode.current = wanted
    const { data, error } = await validate({ code: wanted || RESERVED_CODE, ...(zip && { zip }) })
    if (data) {
      setChecked({ code: wanted, effect: data })
      setTyped('')
      dispatch(couponCodeSaved(wanted))
      return true
    }
    setProblem(wanted ? messageOf(error) : TEXT.couponInvalid)
    setTyped(wanted)
    // A code that could not be checked stays stored for the next time; a refused one does not.
    if (isRefusal(error as ApiFailure)) dispatch(couponCodeSaved(''))
    setChecked(null)
    return false
  }
  const checkStored = useEffectEvent(() => {
    if (code && code !== checkedCode.current) check(code)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code, perhaps applied in another tab, is checked
  useEffect(() => checkStored(), [code])

  const apply = () => {
    setProblem(typed.trim() ? null : TEXT.couponInvalid)
    if (!isChecking) check(typed.trim())
  }
  const remove = () => {
    checkedCode.current = ''
    setProblem(null)
    dispatch(couponCodeSaved(''))
  }
  const applied = checked?.code === code ? checked : null
  return {
    /** The applied code, also while the shop checks it; empty without one. */
    code: applied || isChecking ? code : '',
    applied,
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
  const [typed, setTyped] = useState(() => codeDraft(userId))
  const keep = (text: string) => {
    setTyped(text)
    saveCodeDraft(userId, text)
  }
  return { typed, setTyped: keep }
}
