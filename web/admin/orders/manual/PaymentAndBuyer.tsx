import { MANUAL_ORDER } from '#web/texts/admin-manual-orders.ts'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { type Errors, type Fields, isUnpaid, type ManualDraft, PAYMENTS } from './manual-draft.ts'

type Props = {
  draft: ManualDraft
  errors: Errors
  onChoose(chosen: Partial<Fields>): void
  onEmails(emails: boolean): void
}

/** What is taken off, who buys, and how an order is paid that is not handed over. */
export function PaymentAndBuyer({ draft: { fields, emails }, errors, onChoose, onEmails }: Props) {
  const isHandedOver = fields.way === 'hand'
  const isUnpaidNow = !isHandedOver && isUnpaid(fields)
  const text = (name: 'name' | 'email' | 'discount' | 'code' | 'note') => ({
    name,
    defaultValue: fields[name],
    error: errors[name],
    autoComplete: 'off',
  })
  return (
    <>
      {!isHandedOver && (
        <div>
          <RadioGroup
            name="paid"
            legend={MANUAL_ORDER.payment}
            isLegendShown
            value={fields.paid}
            options={PAYMENTS.map((paid) => [paid, MANUAL_ORDER.payments[paid]])}
            onChange={(paid) => onChoose({ paid })}
          />
          {isUnpaidNow && <p className="text-sm text-muted">{MANUAL_ORDER.unpaidHint}</p>}
        </div>
      )}
      {isHandedOver && (
        <CheckField
          name="gift"
          label={MANUAL_ORDER.payments.gift}
          checked={fields.paid === 'gift'}
          onChange={({ target }) => onChoose({ paid: target.checked ? 'gift' : 'cash' })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        <Field {...text('discount')} inputMode="decimal" label={MANUAL_ORDER.discount} />
        <Field {...text('code')} autoCapitalize="characters" spellCheck={false} label={MANUAL_ORDER.code} />
        <Field
          {...text('name')}
          label={MANUAL_ORDER.name}
          maxLength={100}
          autoCapitalize="words"
          {...(isHandedOver && { hint: MANUAL_ORDER.nameHint })}
        />
        <Field
          {...text('email')}
          type="email"
          inputMode="email"
          label={MANUAL_ORDER.email}
          hint={MANUAL_ORDER.emailHint}
        />
        {fields.email?.trim() && (
          <div className="sm:col-span-2 lg:col-span-1">
            <CheckField
              name="emails"
              label={isUnpaidNow ? MANUAL_ORDER.emailLink : MANUAL_ORDER.emails}
              checked={emails}
              onChange={({ target }) => onEmails(target.checked)}
            />
          </div>
        )}
      </div>
      <TextAreaField
        {...text('note')}
        label={MANUAL_ORDER.note}
        hint={MANUAL_ORDER.noteHint}
        maxLength={2000}
        className="min-h-20"
      />
    </>
  )
}
