import { type ComponentProps, type MouseEvent, useId, useRef } from 'react'
import { TEXT } from '#contract/texts.ts'
import { Button } from './Button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'type'> & {
  /** What will happen. */
  sentence: string
  /** The word on the button that makes it happen. */
  action: string
  onConfirm(): void
}

/** A button that asks first, in a dialog (D49). Escape, Cancel and a press beside the dialog leave all as it is. */
export function ConfirmButton({ sentence, action, onConfirm, ...button }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => ref.current?.close()
  const dialog = { ref, onClick: (event: MouseEvent) => event.target === ref.current && close() }
  const confirm = () => {
    close()
    onConfirm()
  }
  return (
    <>
      <Button {...button} type="button" aria-haspopup="dialog" onClick={() => ref.current?.showModal()} />
      <dialog
        {...dialog}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-sentence`}
        className="m-auto w-full max-w-md bg-transparent px-4 text-left open:animate-rise"
      >
        <div className="grid gap-4 rounded-lg bg-card p-6 text-ink shadow-lg sm:p-8">
          <h2 id={`${id}-title`}>{TEXT.areYouSure}</h2>
          <p id={`${id}-sentence`} className="text-muted">
            {sentence}
          </p>
          <div className="mt-2 flex flex-wrap justify-end gap-3">
            <Button type="button" variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="button" onClick={confirm}>
              {action}
            </Button>
          </div>
        </div>
      </dialog>
    </>
  )
}
