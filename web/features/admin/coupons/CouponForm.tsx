import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CODE_MAX, type Coupon, FIRST_DAY } from '#contract/admin/coupons.ts'
import { TEXT } from '#contract/texts.ts'
import { RestoredNotice } from '../../../forms/RestoredNotice.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useFormDraft } from '../../../forms/use-form-draft.ts'
import { useUnsavedWarning } from '../../../forms/use-unsaved.ts'
import { COUPON_FORM } from '../../../texts/admin.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CheckField, Field } from '../../../ui/Field.tsx'
import { InView } from '../../../ui/InView.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { formProblemOf } from '../../accounts/validation.ts'
import { useSaveCouponMutation } from './adminCouponsApi.ts'
import { CouponPreview } from './CouponPreview.tsx'
import { COUPON_FIELDS, type CouponDraft, draftFromCoupon, draftFromForm, isChanged, updateOf } from './coupon-draft.ts'

/** The form of a coupon and a preview of its effect; saving leads back to the list. */
export function CouponForm({ coupon, listPath }: { coupon: Coupon; listPath: string }) {
  const navigate = useNavigate()
  const [save] = useSaveCouponMutation()
  const [opened] = useState(coupon)
  const unsaved = useFormDraft(`coupon:${coupon._id}`, draftFromCoupon(opened))
  const [draft, setDraft] = useState<CouponDraft>(unsaved.values)
  useUnsavedWarning(isChanged(draft, opened))
  const { form, problem, errors, isSending, dismiss } = useForm(COUPON_FIELDS, async (typed) => {
    // The browser reports a half-typed date as empty; saved like that, the coupon would never expire.
    if (form.ref.current?.querySelector('[name="expires"]:invalid'))
      return { message: COUPON_FORM.dateWrong, fields: { expires: COUPON_FORM.dateWrong } }
    const wanted = updateOf(typed)
    if ('problem' in wanted) return wanted.problem
    const { error } = await save({ id: coupon._id, update: wanted.update })
    if (error) return formProblemOf(error)
    unsaved.drop()
    navigate(listPath)
    return null
  })
  const change = (changed: HTMLFormElement) => {
    setDraft(draftFromForm(new FormData(changed)))
    unsaved.keep(changed)
  }
  const discard = () => {
    setDraft(draftFromCoupon(opened))
    unsaved.drop()
  }
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="grid gap-6">
        {problem && (
          <InView>
            <Alert onDismiss={dismiss}>{problem.message}</Alert>
          </InView>
        )}
        <Panel>
          <form {...form} onChange={({ currentTarget }) => change(currentTarget)} className="grid gap-5">
            {unsaved.isRestored && <RestoredNotice onDiscard={discard} />}
            <CouponFields key={unsaved.fieldsKey} opened={unsaved.values} errors={errors} />
            <Button isBusy={isSending} className="sm:justify-self-start">
              {TEXT.update}
            </Button>
          </form>
        </Panel>
      </div>
      <CouponPreview draft={draft} saved={opened} />
    </div>
  )
}

type FieldsProps = { opened: CouponDraft; errors: Partial<CouponDraft> }

const CouponFields = ({ opened, errors }: FieldsProps) => (
  <>
    <Field
      label={COUPON_FORM.code}
      name="code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={CODE_MAX}
      defaultValue={opened.code}
      error={errors.code}
      hint={COUPON_FORM.codeHint}
      required
    />
    <Field
      label={COUPON_FORM.amount}
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      defaultValue={opened.amount}
      error={errors.amount}
      hint={COUPON_FORM.amountHint}
      className="tabular-nums"
      required
    />
    <div className="grid gap-1">
      <CheckField
        label={COUPON_FORM.oneTime}
        name="oneTime"
        defaultChecked={opened.oneTime === 'on'}
        hint={COUPON_FORM.oneTimeHint}
      />
      <CheckField label={COUPON_FORM.freeShipping} name="freeShip" defaultChecked={opened.freeShip === 'on'} />
      <CheckField label={COUPON_FORM.taxFree} name="taxFree" defaultChecked={opened.taxFree === 'on'} />
    </div>
    <Field
      label={COUPON_FORM.expires}
      name="expires"
      type="date"
      min={FIRST_DAY}
      max="9999-12-31"
      defaultValue={opened.expires}
      error={errors.expires}
      hint={COUPON_FORM.expiresHint}
    />
  </>
)
