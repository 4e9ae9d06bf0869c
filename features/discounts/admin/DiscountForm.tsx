import { useNavigate } from 'react-router'
import { z } from 'zod'
import { COUPON_FIELDS } from '#contract/admin/messages.ts'
import {
  DayFields,
  GoodsFields,
  halfTypedDay,
  ReductionFields,
  useGoodsNames,
} from '#web/admin/coupons/DiscountFields.tsx'
import { discountDraftFields, discountUpdate, draftOfDiscount, inWords } from '#web/admin/coupons/discount-draft.ts'
import { DraftNotices } from '#web/admin/forms/DraftNotices.tsx'
import { picked } from '#web/admin/forms/merge-fields.ts'
import { useDraftForm } from '#web/admin/forms/use-draft-form.ts'
import { problemAt } from '#web/admin/forms/use-saved-draft.ts'
import { DISCOUNT_FIELDS, discountSentence } from '#web/texts/admin-discounts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Discount, DiscountUpdate, NAME_MAX } from '../contract.ts'
import { useSaveDiscountMutation } from './discountsApi.ts'
import { DISCOUNT_FORM, DISCOUNTS } from './texts.ts'

const Draft = z.object({ name: z.string(), ...discountDraftFields })
type Draft = z.infer<typeof Draft>

/** The form of a discount without a code, with its sentence; saving leads back to the list. */
export function DiscountForm({ discount, listPath }: { discount: Discount; listPath: string }) {
  const navigate = useNavigate()
  const [save] = useSaveDiscountMutation()
  const names = useGoodsNames()
  const editing = useDraftForm({
    key: `discount:${discount._id}`,
    stored: discount,
    schema: Discount,
    fields: Draft,
    valuesOf: draftFrom,
    async save({ values, changed }) {
      // The browser reports a half-typed date as empty; saved like that, the discount would never end.
      const halfTyped: string | undefined = halfTypedDay(form.ref.current)
      if (halfTyped) return problemAt(halfTyped, DISCOUNT_FIELDS.dateWrong)
      const wanted = updateOf(values)
      return 'problem' in wanted
        ? wanted
        : save({
            id: discount._id,
            update: picked(
              wanted.update,
              changed.filter((field) => field !== 'products'),
            ),
          })
    },
    onSaved: () => navigate(listPath),
  })
  const { form, loaded, values, errors, isSending, isRestored, change, box, tick } = editing
  const sentence = discountSentence(inWords(values, names))
  return (
    <div className="grid max-w-3xl gap-6">
      <DraftNotices editing={editing} />
      <Panel>
        <form {...form} className="grid gap-5">
          <Field
            label={DISCOUNTS.name}
            autoComplete="off"
            maxLength={NAME_MAX}
            hint={DISCOUNT_FORM.nameHint}
            required
            {...box('name')}
          />
          <ReductionFields box={box} amountHint={DISCOUNT_FORM.amountHint} />
          <GoodsFields values={values} change={change} box={box} tick={tick} />
          <DayFields {...{ loaded, values, errors, isRestored, change }} />
          {sentence && <p className="font-medium">{sentence}</p>}
          {!loaded.isSaved && <p className="text-sm text-muted">{DISCOUNT_FORM.isNotSaved}</p>}
          <Button isBusy={isSending} className="sm:justify-self-start">
            {DISCOUNT_FORM.save}
          </Button>
        </form>
      </Panel>
    </div>
  )
}

const draftFrom = (discount: Discount): Draft => ({ name: discount.name, ...draftOfDiscount(discount) })

function updateOf(draft: Draft) {
  const name = DiscountUpdate.shape.name.safeParse(draft.name)
  if (!name.success) return problemAt('name', name.error.issues[0]?.message ?? COUPON_FIELDS.enterName)
  const discount = discountUpdate(draft)
  return 'problem' in discount ? discount : { update: { ...discount.update, name: name.data } }
}
