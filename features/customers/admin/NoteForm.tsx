import { useState } from 'react'
import { DraftNotices } from '#web/admin/forms/DraftNotices.tsx'
import { useDraftForm } from '#web/admin/forms/use-draft-form.ts'
import { mergeProblem } from '#web/admin/forms/use-saved-draft.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { Customer, NOTE_MAX } from '../contract.ts'
import { useLazyCustomerQuery, useSaveCustomerNoteMutation } from './customersApi.ts'
import { CUSTOMER } from './texts.ts'

/** The notes about a customer. */
export function NoteForm({ customer }: { customer: Customer }) {
  const [save] = useSaveCustomerNoteMutation()
  const [load] = useLazyCustomerQuery()
  const [isSaved, setSaved] = useState(false)
  const editing = useDraftForm({
    key: `customer:${customer._id}`,
    stored: customer,
    schema: Customer,
    fields: Customer.pick({ note: true }),
    valuesOf: ({ note }) => ({ note }),
    conflict: {
      codes: ['customer_changed'],
      load: () => load(customer._id),
      problem: mergeProblem(CUSTOMER.noun, { note: CUSTOMER.note }),
    },
    save: ({ values, loaded: { version } }) => save({ id: customer._id, ...values, version }),
    onSaved: () => setSaved(true),
  })
  const { form, isSending, box } = editing
  return (
    <Panel>
      <form {...form} className="grid gap-4">
        <DraftNotices editing={editing} />
        {isSaved && (
          <Alert kind="success" onDismiss={() => setSaved(false)}>
            {CUSTOMER.saved}
          </Alert>
        )}
        <TextAreaField
          label={CUSTOMER.note}
          hint={CUSTOMER.noteHint}
          maxLength={NOTE_MAX}
          className="min-h-24"
          {...box('note')}
        />
        <Button isBusy={isSending} className="justify-self-start">
          {CUSTOMER.save}
        </Button>
        {customer.guestNote && (
          <div className="grid gap-1 text-sm">
            <h3 className="text-base">{CUSTOMER.guestNote}</h3>
            <p className="whitespace-pre-line text-muted wrap-anywhere">{customer.guestNote}</p>
          </div>
        )}
      </form>
    </Panel>
  )
}
