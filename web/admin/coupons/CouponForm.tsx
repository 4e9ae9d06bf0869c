import { useNavigate } from 'react-router'
import { CODE_MAX, Coupon } from '#contract/admin/coupons.ts'
import { TEXT } from '#contract/texts.ts'
import { DraftNotices } from '#web/admin/forms/DraftNotices.tsx'
import { picked } from '#web/admin/forms/merge-fields.ts'
import { useDraftForm } from '#web/admin/forms/use-draft-form.ts'
import { problemAt } from '#web/admin/forms/use-saved-draft.ts'
import { COUPON_FORM } from '#web/texts/admin.ts'
import { DISCOUNT_FIELDS } from '#web/texts/admin-discounts.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useSaveCouponMutation } from './adminCouponsApi.ts'
import { CouponPreview } from './CouponPreview.tsx'
import { CouponDraft, draftFromCoupon, updateOf } from './coupon-draft.ts'
import { DayFields, GoodsFields, halfTypedDay, ReductionFields } from './DiscountFields.tsx'

/** The form of a coupon and a preview of its effect; saving leads back to the list. */
export function CouponForm({ coupon, listPath }: { coupon: Coupon; listPath: string }) {
  const navigate = useNavigate()
  const [save] = useSaveCouponMutation()
  const editing = useDraftForm({
    key: `coupon:${coupon._id}`,
    stored: coupon,
    schema: Coupon,
    fields: CouponDraft,
    valuesOf: draftFromCoupon,
    async save({ values, changed }) {
      // The browser reports a half-typed date as empty; saved like that, the coupon would never expire.
      const halfTyped: string | undefined = halfTypedDay(form.ref.current)
      if (halfTyped) return problemAt(halfTyped, DISCOUNT_FIELDS.dateWrong)
      const wanted = updateOf(values)
      // What somebody else changed in other fields stays.
      return 'problem' in wanted
        ? wanted
        : save({
            id: coupon._id,
            update: picked(
              wanted.update,
              changed.filter((field) => field !== 'products'),
            ),
          })
    },
    onSaved: () => navigate(listPath),
  })
  const { form, loaded, values, errors, isSending, isRestored, change, box, tick } = editing
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="grid gap-6">
        <DraftNotices editing={editing} />
        <Panel>
          <form {...form} className="grid gap-5">
            <Field
              label={COUPON_FORM.code}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={CODE_MAX}
              hint={COUPON_FORM.codeHint}
              required
              {...box('code')}
            />
            <ReductionFields box={box} amountHint={COUPON_FORM.amountHint} />
            <div className="grid gap-1">
              <CheckField label={COUPON_FORM.oneTime} hint={COUPON_FORM.oneTimeHint} {...tick('oneTime')} />
              <CheckField label={COUPON_FORM.perPerson} hint={COUPON_FORM.perPersonHint} {...tick('perPerson')} />
              <CheckField label={COUPON_FORM.freeShipping} {...tick('freeShip')} />
              <CheckField label={COUPON_FORM.taxFree} {...tick('taxFree')} />
            </div>
            <GoodsFields values={values} change={change} box={box} tick={tick} />
            <Field
              label={COUPON_FORM.maxUses}
              inputMode="numeric"
              autoComplete="off"
              hint={COUPON_FORM.maxUsesHint}
              className="tabular-nums"
              {...box('maxUses')}
            />
            <DayFields {...{ loaded, values, errors, isRestored, change }} />
            <Button isBusy={isSending} className="sm:justify-self-start">
              {TEXT.update}
            </Button>
          </form>
        </Panel>
      </div>
      <CouponPreview draft={values} saved={loaded} />
    </div>
  )
}
