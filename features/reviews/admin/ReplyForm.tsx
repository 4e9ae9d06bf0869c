import type { FormEvent } from 'react'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { REPLY_MAX } from '../contract.ts'
import { REVIEW_LIST } from './texts.ts'

type Props = {
  id: string
  name: string
  reply: string
  isBusy: boolean
  /** Whether it is saved. */
  onSave(reply: string): PromiseLike<boolean>
  onCancel(): void
}

/** The seller's answer to a review, which everybody reads. */
export function ReplyForm({ id, name, reply, isBusy, onSave, onCancel }: Props) {
  const draft = useFormDraft(`reply ${id}`, { reply })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('reply') ?? '')
    if (await onSave(text)) draft.drop()
  }
  const cancel = () => {
    draft.drop()
    onCancel()
  }
  return (
    <form
      onSubmit={submit}
      onInput={({ currentTarget }) => draft.keep(currentTarget)}
      noValidate
      className="grid gap-4 border-t border-line pt-4"
    >
      <TextAreaField
        label={REVIEW_LIST.yourAnswer}
        name="reply"
        defaultValue={draft.values.reply}
        maxLength={REPLY_MAX}
        className="min-h-24"
      />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button isBusy={isBusy} aria-label={REVIEW_LIST.by(REVIEW_LIST.saveAnswer, name)}>
          {REVIEW_LIST.saveAnswer}
        </Button>
        <Button type="button" variant="quiet" onClick={cancel}>
          {REVIEW_LIST.cancel}
        </Button>
      </div>
    </form>
  )
}
