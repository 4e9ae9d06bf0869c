import type { ComponentProps } from 'react'
import { messageOf } from '#web/lib/api-failure.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'

type Props = Pick<ComponentProps<typeof ConfirmButton>, 'variant' | 'sentence' | 'onConfirm'> & {
  /** The words of the button, and of the one that confirms. */
  label: string
  /** The state of the mutation that the button sends. */
  request: { error?: unknown; isLoading: boolean; reset(): void }
}

/** A button that sends a request after a confirmation, below the reason why the last one failed. */
export const ConfirmedRequest = ({ label, request: { error, isLoading, reset }, ...question }: Props) => (
  <>
    {error !== undefined && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
    <ConfirmButton {...question} className="justify-self-start" action={label} isBusy={isLoading}>
      {label}
    </ConfirmButton>
  </>
)
