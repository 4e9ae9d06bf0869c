import { useEffect, useState } from 'react'
import { messageOf } from '#web/lib/api-failure.ts'
import { MARKET } from '#web/texts/admin-manual-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useUndoSaleMutation } from './manualOrdersApi.ts'

/** For how long the server takes a sale back. */
const UNDO_MS = 60_000

/** Takes the order back that was just added, for a minute. */
export function UndoSale({ id, onUndone }: { id: string; onUndone(): void }) {
  const [isOver, setOver] = useState(false)
  const [undo, { isLoading, error, reset }] = useUndoSaleMutation()
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), UNDO_MS)
    return () => clearTimeout(timer)
  }, [])
  const takeBack = async () => {
    if (!('error' in (await undo(id)))) onUndone()
  }
  return (
    <>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      {!isOver && (
        <Button type="button" variant="secondary" onClick={() => void takeBack()} isBusy={isLoading}>
          {MARKET.undo}
        </Button>
      )}
    </>
  )
}
