import { type ChangeEvent, useId, useRef, useState } from 'react'
import { ACCEPTED_PHOTOS } from '#contract/admin/uploads.ts'
import { useAppSelector } from '../../../store.ts'
import { Button } from '../../../ui/Button.tsx'
import { fileProblem, type Sending } from '../products/photos/send-photo.ts'

type Props<Sent> = {
  label: string
  hint?: string
  busy: string
  send(file: File, sending: Sending): Promise<Sent>
  onSent(sent: Sent): void
}

/** A button that uploads one picture. */
export function FileField<Sent>({ label, hint, busy, send, onSent }: Props<Sent>) {
  const token = useAppSelector(({ session }) => session.user?.token) ?? ''
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const noteId = useId()
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (!file) return
    const refused = fileProblem(file)
    setProblem(refused)
    if (refused) return
    setSending(true)
    try {
      const { signal } = new AbortController()
      onSent(await send(file, { token, signal, onProgress: () => {} }))
    } catch (error) {
      setProblem((error as Error).message)
    }
    setSending(false)
    // Lets the seller choose the same file again.
    if (input.current) input.current.value = ''
  }
  const note = problem ?? hint
  return (
    <div className="grid justify-items-start gap-2">
      <input ref={input} type="file" hidden aria-label={label} accept={ACCEPTED_PHOTOS} onChange={choose} />
      <Button
        type="button"
        variant="secondary"
        isBusy={isSending}
        aria-describedby={note ? noteId : undefined}
        onClick={() => input.current?.click()}
      >
        {isSending ? busy : label}
      </Button>
      {note && (
        <p
          id={noteId}
          role={problem ? 'alert' : undefined}
          className={`text-sm ${problem ? 'font-medium text-bad' : 'text-muted'}`}
        >
          {note}
        </p>
      )}
    </div>
  )
}
