import { type ComponentProps, useId } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'

type Props = ComponentProps<typeof ConfirmButton> & {
  /** The reason against the action. */
  reason?: string | null
  /** Whether it works in spite of the reason. */
  isOffered?: boolean
}

const MUTED = 'peer text-muted! decoration-muted/40! hover:bg-sand!'

/**
 * A button that asks for confirmation. With a reason against it, it looks muted and shows the reason on hover and
 * focus, but still works after a confirmation that states it, unless it is not offered.
 */
export function ConfirmAction({ reason, isOffered = true, ...question }: Props) {
  const id = useId()
  const { sentence, action, again, details, onConfirm, isBusy, ...button } = question
  const look = { 'aria-describedby': reason ? id : undefined, className: reason ? MUTED : undefined }
  return (
    <span className="relative inline-flex">
      {isOffered ? (
        <ConfirmButton {...question} {...look} sentence={reason ? `${reason} ${sentence}` : sentence} />
      ) : (
        <Button {...button} {...look} type="button" aria-disabled />
      )}
      {reason && (
        <span
          id={id}
          role="tooltip"
          className="pointer-events-none invisible absolute right-0 bottom-full z-10 w-44 rounded-md bg-ink px-3 py-2 text-left text-xs whitespace-normal text-card shadow-lg peer-hover:visible peer-focus-visible:visible sm:w-56"
        >
          {reason}
        </span>
      )}
    </span>
  )
}
