import type { FormEvent } from 'react'
import { RestoredNotice } from '#web/forms/RestoredNotice.tsx'
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

/** The name of the draft of an answer to a review. */
export const replyDraft = (id: string) => `reply ${id}`

/** The seller's answer to a review, which everybody reads. */
export function ReplyForm({ id, name, reply, isBusy, onSave, onCancel }: Props) {
  const draft = useFormDraft(replyDraft(id), { reply })
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
      {draft.isRestored && <RestoredNotice onDiscard={draft.drop} />}
      <TextAreaField
        key={draft.fieldsKey}
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
