import { type ReactNode, useEffect, useState } from 'react'
import { messageOf } from '#web/lib/api-failure.ts'
import { UNDO } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

/** How long the email to the buyer waits, so that its event can be taken back. */
const UNDO_MS = 30_000

type Props = {
  /** What is said while the email waits, and after that. */
  waiting: string
  done: string
  /** Takes it back, and shows that; answers the error, if there is one. */
  undo(): PromiseLike<{ error?: unknown }>
  onDismiss(): void
  children?: ReactNode
}

/** Says what was done, and offers for half a minute to take it back. */
export function UndoNotice({ waiting, done, undo, onDismiss, children }: Props) {
  const [isOver, setOver] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), UNDO_MS)
    return () => clearTimeout(timer)
  }, [])
  const takeBack = async () => {
    setBusy(true)
    const { error } = await undo()
    setBusy(false)
    setFailure(error)
  }
  return (
    <>
      {failure !== undefined && <Alert onDismiss={() => setFailure(undefined)}>{messageOf(failure)}</Alert>}
      <Alert kind="success" onDismiss={onDismiss}>
        <p>{isOver ? done : waiting}</p>
        <div className="flex flex-wrap items-center gap-x-6">
          {!isOver && (
            <Button type="button" variant="quiet" onClick={() => void takeBack()} isBusy={isBusy}>
              {UNDO.button}
            </Button>
          )}
          {children}
        </div>
      </Alert>
    </>
  )
}
