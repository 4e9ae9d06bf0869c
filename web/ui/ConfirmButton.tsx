import { type ComponentProps, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react'
import { TEXT } from '#contract/texts.ts'
import { CANCEL } from '../texts/shop.ts'
import { Button } from './Button.tsx'

type Question = {
  /** The consequence. */
  sentence: string
  /** The label of the button that confirms. */
  action: string
  /** The label of the button that changes nothing, where Cancel could be taken for the action. */
  keep?: string
}

type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'type'> &
  Question & {
    /** A second question, for an action that needs one. */
    again?: Question | undefined
    /** Fields below the sentence. */
    details?: ReactNode
    onConfirm(): void
  }

/** A button that asks for confirmation in a dialog. Escape, Cancel and a click outside cancel. */
export function ConfirmButton({ sentence, action, keep, again, details, onConfirm, ...button }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [isAgain, setAgain] = useState(false)
  const close = () => ref.current?.close()
  const dialog = {
    ref,
    onClick: (event: MouseEvent) => event.target === ref.current && close(),
    onClose: () => setAgain(false),
  }
  const question = isAgain && again ? again : { sentence, action, keep }
  const confirm = () => {
    if (again && !isAgain) return setAgain(true)
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
        <div className="grid gap-4 rounded-lg bg-card p-6 text-base wrap-anywhere whitespace-normal text-ink shadow-lg sm:p-8">
          <h2 id={`${id}-title`}>{TEXT.areYouSure}</h2>
          <p id={`${id}-sentence`} aria-live="polite" className={isAgain ? 'font-medium' : 'text-muted'}>
            {question.sentence}
          </p>
          {details}
          {/* A double click on the first button hits Cancel. */}
          <div className={`mt-2 flex flex-wrap gap-3 ${isAgain ? 'flex-row-reverse justify-start' : 'justify-end'}`}>
            <Button type="button" variant="secondary" onClick={close}>
              {question.keep ?? CANCEL}
            </Button>
            <Button type="button" onClick={confirm}>
              {question.action}
            </Button>
          </div>
        </div>
      </dialog>
    </>
  )
}
