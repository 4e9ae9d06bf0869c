import { useState } from 'react'
import { ORDER_NOTE_MAX } from '#contract/admin/orders.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { ORDER_NOTES } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { BOX, useField } from '#web/ui/Field.tsx'
import { useAddNoteMutation } from './adminOrdersApi.ts'

/** Adds a note to the order's timeline. A note that could not be saved stays in the field. */
export function NoteForm({ id }: { id: string }) {
  const [text, setText] = useState('')
  const [add, { isLoading, error, reset }] = useAddNoteMutation()
  const field = useField({ label: ORDER_NOTES.label, hint: ORDER_NOTES.hint }, undefined)
  const save = async () => {
    const { error: refusal } = await add({ id, text })
    if (!refusal) setText('')
  }
  return (
    <form action={() => void save()} className="grid gap-3">
      {field.surround(
        <textarea
          {...field.props}
          value={text}
          maxLength={ORDER_NOTE_MAX}
          onChange={({ target }) => setText(target.value)}
          className={`${BOX} field-sizing-content min-h-12`}
        />,
      )}
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <Button variant="secondary" className="justify-self-start" disabled={!text.trim()} isBusy={isLoading}>
        {ORDER_NOTES.add}
      </Button>
    </form>
  )
}
